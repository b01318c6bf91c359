import java.util.concurrent.Callable
import java.util.concurrent.Executors
import kotlin.system.exitProcess

fun depth(n: Int): Int = if (n == 0) 0 else 1 + depth(n - 1)

fun threads(): Int {
    val pool = Executors.newFixedThreadPool(4)
    val tasks = List(4) { pool.submit(Callable { (1..1000).sum() }) }
    return tasks.map { it.get() }.sum().also { pool.shutdown() }
}

fun main() {
    val reader = System.`in`.bufferedReader()
    val (command, first) = reader.readLine().split(" ")
    val n = first.toInt()
    when (command) {
        "sum" -> println(reader.lineSequence().fold(n.toLong()) { sum, line -> sum + line.toLong() })
        "depth" -> println(depth(n))
        "memory" -> println(List(n) { ByteArray(1 shl 20) { 1 } }.size)
        "exit" -> exitProcess(3)
        "throw" -> throw IllegalStateException("on purpose")
        "divide" -> println(1000 / n)
        "output" -> println(buildString { repeat(n) { append("1234567\n") } })
        "threads" -> println(threads())
    }
}

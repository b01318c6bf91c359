import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration.Duration
import scala.concurrent.{Await, Future}
import scala.io.Source

object Main {
  def depth(n: Int): Int = if (n == 0) 0 else 1 + depth(n - 1)

  def main(args: Array[String]): Unit = {
    val lines = Source.stdin.getLines
    val Array(command, first) = lines.next.split(" ")
    val n = first.toInt
    command match {
      case "sum" => println(n + lines.map(_.toLong).sum)
      case "depth" => println(depth(n))
      case "memory" => 
        val kept = Array.ofDim[Byte](n, 1 << 20)
        kept.foreach(java.util.Arrays.fill(_, 1.toByte))
        println(kept.length)
      case "exit" => sys.exit(3)
      case "throw" => sys.error("on purpose")
      case "divide" => println(1000 / n)
      case "output" => println("1234567\n" * n)
      case "threads" =>
        val tasks = Seq.fill(4)(Future { (1 to 1000).sum })
        println(Await.result(Future.sequence(tasks), Duration.Inf).sum)
    }
  }
}

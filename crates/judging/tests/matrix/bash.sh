depth() {
    if (($1 == 0)); then deep=0; else
        depth $(($1 - 1))
        ((deep += 1))
    fi
}

read -r command n
case $command in
    sum)
        { echo "$n" && cat; } | awk '{ sum += $1 } END { printf "%.0f\n", sum }'
        ;;
    depth)
        depth "$n"
        echo "$deep"
        ;;
    memory)
        piece=$(printf '%1048576s' x)
        for ((i = 0; i < n; i++)); do kept[i]=$piece; done
        echo "${#kept[@]}"
        ;;
    exit) exit 3 ;;
    throw)
        set -e
        false
        ;;
    divide)
        set -e
        echo $((1000 / n))
        ;;
    output) yes 1234567 | head -n "$n" ;;
    threads)
        for i in 1 2 3 4; do seq 1000 & done | awk '{ sum += $1 } END { print sum }'
        ;;
esac

from dmoj.result import CheckerResult


def check(process_output, judge_output, judge_input, point_value, most, **kwargs):
    total = int(judge_input.split()[0])
    try:
        numbers = [int(word) for word in process_output.split()]
    except ValueError:
        return False
    if sum(numbers) != total:
        return CheckerResult(False, 0, 'the sum is not %d' % total)
    return len(numbers) <= most

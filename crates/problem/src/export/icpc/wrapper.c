
/* The program in this folder was written for another judge. When the ICPC package format's caller starts it, this runs
   first: it starts the program again in the way that it knows, and tells the caller what it said. C and C++ alike. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ACCEPT = 42, REJECT = 43, FAILED = 1, MOST = 1 << 20, LONGEST = 4096 };

static char folder[LONGEST];

static void place(char *to, const char *name) {
    snprintf(to, LONGEST, "%.3000s%s", folder, name);
}

static void say(const char *name, const char *text) {
    char path[LONGEST];
    place(path, name);
    FILE *file = fopen(path, "w");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

static void fail(const char *why) {
    fprintf(stderr, "%s\n", why);
    say("judgemessage.txt", why);
    _exit(FAILED);
}

static void save_input(const char *path) {
    static char piece[1 << 16];
    int to = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ssize_t got = 0;
    while (to >= 0 && (got = read(0, piece, sizeof piece)) != 0) {
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 || write(to, piece, (size_t)got) != got) fail("the output cannot be kept");
    }
    if (to < 0) fail("the folder for feedback cannot be written");
    close(to);
}

/* The whole file, which is removed. */
static char *taken(const char *path) {
    char *text = (char *)calloc(MOST + 1, 1);
    FILE *file = fopen(path, "r");
    if (file) {
        if (text) text[fread(text, 1, MOST, file)] = 0;
        fclose(file);
    }
    unlink(path);
    if (!text) fail("no memory");
    return text;
}

/* What follows the prefix on the last line that begins with it. */
static char *last_line(char *text, const char *prefix) {
    char *found = NULL;
    size_t length = strlen(prefix);
    for (char *line = text; line; line = strchr(line, '\n')) {
        if (*line == '\n') line++;
        if (strncmp(line, prefix, length) == 0) found = line + length;
    }
    return found;
}

static int number(const char *text, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end != text && *value >= 0 && *value < 1e18;
}

static void score(const char *name, double value) {
    char text[64];
    snprintf(text, sizeof text, "%.9f\n", value);
    say(name, text);
}

static int share(double part) {
    if (part <= 0) return REJECT;
    if (part > 1) fail("it gave more than all points");
    if (!SCORING) return part >= 1 ? ACCEPT : REJECT;
    score("score_multiplier.txt", part);
    return ACCEPT;
}

static int points(double given) {
    if (given <= 0) return REJECT;
    if (SCORING) score("score.txt", given * FACTOR);
    return ACCEPT;
}

#define PLAIN_CODES(code) \
    if (code == 0) return ACCEPT; \
    if (code == 1 || code == 2) return REJECT

static int decide(int code, char *out, char *err) {
    double x, y;
    char *line;
    (void)x, (void)y, (void)line, (void)out, (void)err;
#if HOME == TESTLIB
    char partly[40];
    snprintf(partly, sizeof partly, "partially correct (%d)", code);
    const char *words[] = {"ok", "wrong answer", "wrong output format", "FAIL", "wrong output format"};
    const char *known = code >= 0 && code <= 4 ? words[code] : code == 7 ? "points " : "unexpected eof";
    char *part = last_line(err, partly), *plain = last_line(err, known);
    double all = POINTS == PERCENT || (POINTS == SHARE_OR_PERCENT && code > 1) ? 100
                 : POINTS == SHARE_OR_PERCENT                                  ? 1
                                                                               : 200;
    if (part && part > plain) return share(code / all);
    if (code == 7) {
        if (!plain || !number(plain, &x)) fail("it gave points and did not say how many");
        if (POINTS == ABSOLUTE) return points(x);
        return share(POINTS == PERCENT || (POINTS == SHARE_OR_PERCENT && x > 1) ? x / 100 : x);
    }
    PLAIN_CODES(code);
    if (code == 4 || code == 8) return REJECT;
#elif HOME == PLAIN
    if (code == 0) return ACCEPT;
    if (code != 3 || !last_line(err, "FAIL")) return REJECT;
#elif HOME == CMS
    if (code == 0 && number(out, &x)) return share(x);
#elif HOME == DMOJ
    say("teammessage.txt", out);
    if (code == 0) return ACCEPT;
    if (code == 1) return REJECT;
#elif HOME == DMOJ_TALK
    if (code == 0) return ACCEPT;
    if (code == 1) return REJECT;
#elif HOME == DMOJ_TESTLIB
    PLAIN_CODES(code);
    if (code == 7 && (line = last_line(err, "points ")) && number(line, &x)) return points(x);
#elif HOME == DMOJ_COCI
    PLAIN_CODES(code);
    if (code == 7 && (line = last_line(err, "partial ")) && number(line, &x) && (line = strchr(line, '/')) &&
        number(line + 1, &y) && y > 0)
        return share(x / y);
#elif HOME == DMOJ_PEG
    if (code == 0 || code == 1) {
        char *first, *second;
        x = strtod(out, &first);
        y = strtod(first, &second);
        int one_line = !memchr(out, '\n', (size_t)(second - out));
        if (first != out && second != first && y > 0 && (x > 0 || one_line)) return share(x / y);
        return code == 0 ? ACCEPT : REJECT;
    }
#elif HOME == HUSTOJ
    PLAIN_CODES(code);
    if (code == 7 && (line = last_line(out, "points ")) && number(line, &x)) return share(x);
#elif HOME == HUSTOJ_PERCENT
    return share(code / 100.0);
#elif HOME == QDUOJ
    if (code == 0) return ACCEPT;
    if (code == 1) return REJECT;
#endif
    fail(*err ? err : "it ended with a code that is no answer");
    return FAILED;
}

static char *word(char letter, char **argv, char *output) {
    static char nothing[] = "/dev/null";
    return letter == 'i' ? argv[1] : letter == 'a' ? argv[2] : letter == 'n' ? nothing : output;
}

static void start(int argc, char **argv, char *output, const char *out, const char *err) {
    char **words = (char **)calloc((size_t)argc + 8, sizeof *words);
    int count = 0, errors = open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!words || errors < 0) _exit(126);
    dup2(errors, 2);
    if (!TALKS) {
        dup2(open("/dev/null", O_RDONLY), 0);
        dup2(open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600), 1);
    }
    words[count++] = argv[0];
    for (const char *letter = ORDER; *letter; letter++) words[count++] = word(*letter, argv, output);
    for (int i = 4; i < argc; i++) words[count++] = argv[i];
    setenv("CALLED_AS_AT_HOME", "1", 1);
    execv("/proc/self/exe", words);
    execv(argv[0], words);
    _exit(126);
}

__attribute__((constructor)) static void answer_as_asked(int argc, char **argv) {
    static char output[LONGEST], out[LONGEST], err[LONGEST];
    int status = 0;
    if (getenv("CALLED_AS_AT_HOME")) return;
    if (argc < 4) {
        fprintf(stderr, "the arguments are: input answer feedback_dir\n");
        _exit(FAILED);
    }
    snprintf(folder, LONGEST, "%.2900s%s", argv[3], argv[3][strlen(argv[3]) - 1] == '/' ? "" : "/");
    place(output, "kept_output");
    place(out, "kept_stdout");
    place(err, "kept_stderr");
    if (!TALKS) save_input(output);
    pid_t child = fork();
    if (child < 0) fail("it cannot be started");
    if (child == 0) start(argc, argv, output, out, err);
    /* Else the submission would never see the end of what it reads. */
    close(0);
    close(1);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    char *errors = taken(err), *printed = taken(out);
    unlink(output);
    if (*errors) say("judgemessage.txt", errors);
    if (!WIFEXITED(status)) fail("it was ended by a signal");
    _exit(decide(WEXITSTATUS(status), printed, errors));
}

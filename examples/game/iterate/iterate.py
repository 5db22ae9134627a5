"""Does a program's work again and again in this process: iterate.py SOURCE ARGUMENTS..."""
import os
import sys


def stamper(where):
    """A function that leaves a stamp: a file of a folder, or a line of anything else."""
    if os.path.isdir(where):
        return lambda number: os.close(os.open(os.path.join(where, str(number)), os.O_WRONLY | os.O_CREAT))
    lines = os.open(where, os.O_WRONLY)
    return lambda number: os.write(lines, b"%d\n" % number)


def main():
    sys.argv = sys.argv[1:]
    with open(sys.argv[0], encoding="utf-8") as source:
        code = compile(source.read(), sys.argv[0], "exec")
    stamp = stamper(os.environ["ASSAY_STAMPS"])
    stamp(0)
    for number in range(1, int(os.environ["ASSAY_ITERATIONS"]) + 1):
        sys.stdin = open("/dev/stdin", encoding="utf-8")
        exec(code, {"__name__": "__main__"})
        sys.stdout.flush()
        stamp(number)


main()

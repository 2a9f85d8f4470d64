import type { Clock } from './ports.ts'

/** The time of the machine. Its timers don't keep a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer: unknown = setTimeout(run, ms)
    if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as { unref(): void }).unref()
    return () => clearTimeout(timer as ReturnType<typeof setTimeout>)
  },
}

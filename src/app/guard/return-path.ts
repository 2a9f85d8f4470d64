/** Where somebody was, or wanted to go, before sign-in came between (spec 1 §2 rule 2). Kept in memory: it may name a device. */
let previous: string | undefined
let lastWithout: string | undefined
let left = false

export const returnPath = {
  get previous(): string | undefined {
    return previous
  },
  /** The last screen that needs no gateway: the last known state of an administrator who has none (rule 6). */
  get lastWithout(): string | undefined {
    return lastWithout
  },
  remember(path: string): void {
    previous = path
    left = false
  },
  rememberWithout(path: string): void {
    lastWithout = path
  },
  /** Somebody signed out: whoever comes next starts at the beginning. */
  leave(): void {
    previous = undefined
    lastWithout = undefined
    left = true
  },
  get left(): boolean {
    return left
  },
}

export const here = (): string => location.pathname + location.search

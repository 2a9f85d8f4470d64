/** What comes, unless it takes longer than that many ms: who waits is told so, and it may still come for the next one. */
export async function inTime<T>(coming: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException(`nothing came within ${ms} ms`, 'TimeoutError')), ms)
  })
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Code and words of a page that have not come by then, on whatever connection, do not come: no browser says so by itself. */
export const PART_MS = 30_000

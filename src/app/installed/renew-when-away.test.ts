import { expect, test, vi } from 'vitest'
import { renewWhenAway } from './renew-when-away.ts'

const NEWER = '<script type="module" src="/assets/index-2.js">'

function page({ served, free = true }: { served: string | undefined; free?: boolean }) {
  let hidden = false
  let now = 0
  const looks = new Set<() => void>()
  const reload = vi.fn()
  const end = renewWhenAway({
    document: {
      get hidden() {
        return hidden
      },
      querySelector: () => ({ getAttribute: () => '/assets/index-1.js' }) as never,
      addEventListener: (_type: string, listener: unknown) => void looks.add(listener as () => void),
      removeEventListener: (_type: string, listener: unknown) => void looks.delete(listener as () => void),
    },
    now: () => now,
    served: async () => served,
    free: () => free,
    reload,
  })
  const away = async (ms: number): Promise<void> => {
    hidden = true
    for (const look of looks) look()
    now += ms
    hidden = false
    for (const look of looks) look()
    await Promise.resolve()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { away, reload, end }
}

test('U-05 whoever comes back to an app of which there is a newer version begins with that', async () => {
  const { away, reload } = page({ served: NEWER })
  await away(60_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('U-05 what somebody has typed is worth more than a newer version', async () => {
  const { away, reload } = page({ served: NEWER, free: false })
  await away(3_600_000)
  expect(reload).not.toHaveBeenCalled()
})

test('U-05 the same version stays, and so does a page that was left for a moment', async () => {
  const same = page({ served: '<script type="module" src="/assets/index-1.js">' })
  await same.away(3_600_000)
  const short = page({ served: NEWER })
  await short.away(59_999)
  expect([same.reload, short.reload].flatMap(({ mock }) => mock.calls)).toEqual([])
})

test('without a server everything stays as it is', async () => {
  const { away, reload, end } = page({ served: undefined })
  await away(3_600_000)
  end()
  await away(3_600_000)
  expect(reload).not.toHaveBeenCalled()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BackupMaking } from '#schemas/generated/entities/backup-making.ts'
import { Makings } from './making.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const about = { serialNumber: 'A', snapshotName: 'Before the holidays' }

function followed() {
  const told: BackupMaking[] = []
  const kept: unknown[] = []
  const makings = new Makings({
    news: { tell: (_sn: string, _event: string, data: BackupMaking) => void told.push(data) } as never,
    store: {
      gateways: {
        endBackups: async () => {},
        setState: async (_sn, state) => kept.push({ ...state, after: told.length }) > 0,
      },
    },
  })
  let end = (): void => {}
  const made = makings.follow(about, ['home', 'writing'], async (at) => {
    at('home')
    await new Promise<void>((resolve) => {
      end = resolve
    })
    at('writing')
  })
  return { told, kept, makings, made, end: () => end() }
}

test('whoever comes while a backup is made hears of it before its next stage, and of nothing once it is made', async () => {
  const { told, made, end } = followed()
  await vi.advanceTimersByTimeAsync(0)
  told.splice(0)
  await vi.advanceTimersByTimeAsync(2000)
  expect(told).toEqual([{ ...about, status: 'inProgress', stage: 'home', progress: 0 }])
  end()
  await made
  told.splice(0)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told).toEqual([])
})

test('one that is called off says so once, and is told of no more', async () => {
  const { told, makings, made, end } = followed()
  await vi.advanceTimersByTimeAsync(0)
  expect(makings.cancel('A')).toBe(true)
  end()
  await expect(made).rejects.toThrow()
  expect(told.at(-1)?.status).toBe('canceled')
  told.splice(0)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([told, makings.of('A')]).toEqual([[], undefined])
})

test('that one is made is kept before it is told, and that it is over before anybody hears of its end', async () => {
  const { told, kept, made, end } = followed()
  await vi.advanceTimersByTimeAsync(0)
  end()
  await made
  expect(kept).toEqual([
    { backupInProgress: true, after: 0 },
    { backupInProgress: false, after: told.length - 1 },
  ])
})

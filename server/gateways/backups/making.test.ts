import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BackupMaking } from '#schemas/generated/entities/backup-making.ts'
import { Makings } from './making.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const about = { serialNumber: 'A', snapshotName: 'Before the holidays' }

function followed() {
  const told: BackupMaking[] = []
  const makings = new Makings({
    news: { tell: (_sn: string, _event: string, data: BackupMaking) => void told.push(data) } as never,
  })
  let end = (): void => {}
  const made = makings.follow(about, ['home', 'writing'], async (at) => {
    at('home')
    await new Promise<void>((resolve) => {
      end = resolve
    })
    at('writing')
  })
  return { told, makings, made, end: () => end() }
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

import { expect, test } from 'vitest'
import { onceMore } from './once-more.ts'

test('of many who ask at once the first is answered, and all others together, by what was so after they had asked', async () => {
  let written = 0
  let worked = 0
  const ends: (() => void)[] = []
  const asked = onceMore(async () => {
    worked++
    const found = written
    await new Promise<void>((resolve) => void ends.push(resolve))
    return found
  })
  const first = asked()
  written = 1
  const others = [asked(), asked(), asked()]
  ends.shift()?.()
  expect(await first).toBe(0)
  await expect.poll(() => ends.length).toBe(1)
  // Whoever asks now comes after those.
  written = 2
  const last = asked()
  ends.shift()?.()
  expect(await Promise.all(others)).toEqual([1, 1, 1])
  await expect.poll(() => ends.length).toBe(1)
  ends.shift()?.()
  expect([await last, worked]).toEqual([2, 3])
})

test('what fails is told to whoever asked for it, and nobody after', async () => {
  let worked = 0
  const asked = onceMore(async () => {
    worked++
    await Promise.resolve()
    if (worked === 1) throw new Error('gone')
    return 'there'
  })
  const first = asked()
  const second = asked()
  await expect(first).rejects.toThrow('gone')
  expect(await second).toBe('there')
  expect(await asked()).toBe('there')
})

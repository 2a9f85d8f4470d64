import { expect, test } from 'vitest'
import { keyOf } from './channel/protocol.ts'
import { PropertyStore } from './property-store.ts'

const [a, b] = [keyOf('d', 'S', 'a'), keyOf('d', 'S', 'b')]

function store() {
  const frames: (() => void)[] = []
  const watching: string[] = []
  const made = new PropertyStore(
    { first: (key) => void watching.push(`+${key}`), last: (key) => void watching.push(`-${key}`) },
    () => {},
    (flush) => void frames.push(flush),
  )
  return {
    made,
    watching,
    frames,
    frame: () => {
      for (const flush of frames.splice(0)) flush()
    },
  }
}

test('changes within one frame are applied together; only listeners of a changed key wake', () => {
  const { made, frame, frames } = store()
  const woken: string[] = []
  made.subscribe(a, () => void woken.push('a'))
  made.subscribe(b, () => void woken.push('b'))
  made.apply([[a, 1, 0]])
  made.apply([[a, 2, 0]])
  expect(frames).toHaveLength(1)
  expect(made.get(a)).toBeUndefined()
  frame()
  expect(made.get(a)?.value).toBe(2)
  expect(woken).toEqual(['a'])
})

test('a key is watched from its first listener to its last', () => {
  const { made, watching } = store()
  const ends = [made.subscribe(a, () => {}), made.subscribe(a, () => {})]
  ends[0]?.()
  ends[0]?.()
  expect(watching).toEqual([`+${a}`])
  ends[1]?.()
  expect(watching).toEqual([`+${a}`, `-${a}`])
})

test('a snapshot never turns back what is already known', () => {
  const { made, frame } = store()
  made.apply([[a, 2, 2]])
  frame()
  made.seed([
    [a, 1, 1],
    [b, 1, 1],
  ])
  expect([made.get(a)?.value, made.get(b)?.value]).toEqual([2, 1])
})

test('a value goes on changing after the first', () => {
  const { made, frame } = store()
  const seen: unknown[] = []
  made.subscribe(a, () => void seen.push(made.get(a)?.value))
  for (const value of [1, 2, 3]) {
    made.apply([[a, value, value]])
    frame()
  }
  expect(seen).toEqual([1, 2, 3])
})

test('who left twice takes nobody else along', () => {
  const { made, watching, frame } = store()
  const leave = made.subscribe(a, () => {})
  leave()
  const woken: number[] = []
  made.subscribe(a, () => void woken.push(1))
  leave()
  made.apply([[a, 1, 1]])
  frame()
  expect(woken).toEqual([1])
  expect(watching).toEqual([`+${a}`, `-${a}`, `+${a}`])
})

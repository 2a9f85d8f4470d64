import { expect, test, vi } from 'vitest'
import { keyOf } from './channel/protocol.ts'
import { PropertyStore } from './property-store.ts'

const [a, b] = [keyOf('d', 'S', 'a'), keyOf('d', 'S', 'b')]

function store() {
  const frames: (() => void)[] = []
  const watching: string[] = []
  const turns: (() => void)[] = []
  const rests: (() => void)[] = []
  const made = new PropertyStore(
    { wants: (key, pace) => void watching.push(`${key} ${pace ?? 'no more'}`) },
    () => {},
    (flush) => void frames.push(flush),
    (ms, then) => void (ms > 0 ? rests : turns).push(then),
  )
  return {
    made,
    watching,
    frames,
    turn: () => {
      for (const then of turns.splice(0)) then()
    },
    rested: () => {
      for (const then of rests.splice(0)) then()
    },
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
  expect(watching).toEqual([`${a} frame`])
  ends[1]?.()
  expect(watching).toEqual([`${a} frame`, `${a} no more`])
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
  expect(watching).toEqual([`${a} frame`, `${a} no more`, `${a} frame`])
})

test('a key is wanted as soon as the most curious of its listeners wants it', () => {
  const { made, watching } = store()
  const calm = made.subscribe(a, () => {}, 'calm')
  const quick = made.subscribe(a, () => {})
  made.subscribe(a, () => {})()
  quick()
  calm()
  expect(watching).toEqual([`${a} calm`, `${a} frame`, `${a} calm`, `${a} no more`])
})

test('who sums up a home is woken after the frame in a quiet one, then once for all that changed while it rested', () => {
  const { made, frame, turn, rested } = store()
  const [sum, draw] = [vi.fn<() => void>(), vi.fn<() => void>()]
  for (const key of [a, b]) made.subscribe(key, sum, 'calm')
  made.subscribe(a, draw)
  for (let value = 1; value <= 5; value++) {
    made.apply([
      [a, value, value],
      [b, value, value],
    ])
    frame()
  }
  expect(draw).toHaveBeenCalledTimes(5)
  expect(sum).not.toHaveBeenCalled()
  turn()
  expect(sum).toHaveBeenCalledOnce()
  made.apply([[a, 6, 6]])
  frame()
  turn()
  expect(sum).toHaveBeenCalledOnce()
  for (let round = 0; round < 3; round++) {
    rested()
    turn()
  }
  expect(sum).toHaveBeenCalledTimes(2)
  made.apply([[b, 9, 9]])
  frame()
  turn()
  expect(sum).toHaveBeenCalledTimes(3)
})

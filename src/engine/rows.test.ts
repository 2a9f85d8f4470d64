import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createRowsClient } from './rows.ts'

const KEY = ['rows', 'list']

/** A list that somebody looks at, each answer of which is given by hand. */
function looked() {
  const client = createRowsClient()
  const asked: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    queryFn: () => {
      const one = Promise.withResolvers<string>()
      asked.push(one)
      return one.promise
    },
  })
  observer.subscribe(() => undefined)
  const answer = async (at: number, said: string) => {
    asked[at]?.resolve(said)
    // What follows an answer is begun.
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { client, asked, answer, shown: () => client.getQueryData(KEY) }
}

test('3.9-001 what happens while the first answer is on its way is asked for once that has come', async () => {
  const { client, asked, answer, shown } = looked()
  const again = [
    client.invalidateQueries({ queryKey: ['rows'] }),
    client.invalidateQueries({ queryKey: KEY }),
  ]
  expect(asked).toHaveLength(1)
  await answer(0, 'before')
  expect(shown()).toBe('before')
  expect(asked).toHaveLength(2)
  await answer(1, 'after')
  await Promise.all(again)
  expect(shown()).toBe('after')
  expect(asked).toHaveLength(2)
})

test('a first answer that fails is asked for again as well', async () => {
  const { client, asked, answer, shown } = looked()
  void client.invalidateQueries({ queryKey: KEY })
  asked[0]?.reject(new Error('gone'))
  await answer(0, '')
  await answer(1, 'after')
  expect(shown()).toBe('after')
})

test('where something happens without end, answers come all the same, and the last of them is true', async () => {
  const { client, asked, answer, shown } = looked()
  await answer(0, 'first')
  for (let event = 0; event < 5; event += 1) void client.invalidateQueries({ queryKey: KEY })
  // Asked for; given up for a newer one, which stands.
  expect(asked).toHaveLength(3)
  await answer(2, 'in between')
  expect(shown()).toBe('in between')
  expect(asked).toHaveLength(4)
  await answer(3, 'last')
  expect(shown()).toBe('last')
  expect(asked).toHaveLength(4)
})

test.each(['setQueryData', 'setQueriesData'] as const)(
  'what an event says of rows (%s) is not undone by an answer that was asked for before it',
  async (way) => {
    const { client, asked, answer, shown } = looked()
    const said = (was = 'nothing') => `${was}, changed`
    const happens = () =>
      way === 'setQueryData' ? client.setQueryData(KEY, said) : client.setQueriesData({ queryKey: KEY }, said)
    happens()
    await answer(0, 'before')
    await answer(1, 'first')
    expect(shown()).toBe('first')
    void client.invalidateQueries({ queryKey: KEY })
    happens()
    expect(shown()).toBe('first, changed')
    // The older answer is given up, and a newer one asked for.
    await answer(2, 'older')
    expect(shown()).toBe('first, changed')
    await answer(3, 'newer')
    expect(shown()).toBe('newer')
    happens()
    expect(asked).toHaveLength(4)
  },
)

test('nobody asks again for what is not looked at, or for another list', async () => {
  const { client, asked, answer } = looked()
  void client.invalidateQueries({ queryKey: ['rows', 'other'] })
  await answer(0, 'first')
  expect(asked).toHaveLength(1)
})

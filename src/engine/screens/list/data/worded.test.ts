import { expect, test } from 'vitest'
import { worded } from './worded.ts'

const words: Readonly<Record<string, string>> = { 'status.backupName.from_twin': 'From the twin' }
const say = (key: string, fallback = key): string => words[key] ?? fallback

test('a name that the product gave is worded on the page, one that somebody gave is shown as it is', () => {
  const rows = [{ _id: '1', name: 'from_twin' }, { _id: '2', name: 'Ferien. Süd' }, { _id: '3' }]
  expect(worded(rows, { name: 'status.backupName' }, { say } as never)).toEqual([
    { _id: '1', name: 'From the twin' },
    { _id: '2', name: 'Ferien. Süd' },
    { _id: '3' },
  ])
  expect(worded(rows, undefined, { say } as never)).toBe(rows)
})

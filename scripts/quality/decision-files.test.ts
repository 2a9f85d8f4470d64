import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decision, decisions } from './decision-files.ts'

const text = (number: string, status = 'in force') =>
  `# ${number} Doors are shut\n\nDate: 2026-01-02 · Status: ${status} · About: Doors\n\n## Chosen\n\nShut.\n\n## Why\n\nIt is cold.\n`

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'decisions-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

test('a decision has a number, a date, a status, what was chosen and why', () => {
  expect(decision('0001-doors.md', text('0001'))).toEqual({
    number: '0001',
    path: '0001-doors.md',
    title: 'Doors are shut',
    date: '2026-01-02',
    status: 'in force',
    about: 'Doors',
  })
  expect(() => decision('0001-doors.md', text('0001', 'maybe'))).toThrow('does not begin')
  expect(() => decision('0001-doors.md', text('0001').replace('## Why', '## Perhaps'))).toThrow('sections')
  expect(() => decision('0002-doors.md', text('0001'))).toThrow('holds decision 0001')
})

test('a number is given once, and what replaces a decision exists', () => {
  const twice = folderOf({ '0001-doors.md': text('0001'), '0001-gates.md': text('0001') })
  expect(() => decisions(twice)).toThrow('0001-doors.md and 0001-gates.md are both 0001')
  expect(() => decisions(folderOf({ '0001-doors.md': text('0001', 'replaced by 0007') }))).toThrow('0007')
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)

/** The first text that a call which writes into the audit log is given, and what its entries are made with. */
const NOTED = [
  /\bnote(?:d|For|In)?\((?:(?!userId)\w+|\{[^{}]*\}), '(\w+)'/g,
  /#audit\('(\w+)'/g,
  /\bwhat: '(\w+)',\s*(?:at: |at,|\.\.\.)/g,
]

const audited = new Set(
  sources.flatMap((file) => {
    const text = readFileSync(join(root, 'server', file), 'utf8')
    return NOTED.flatMap((call) => [...text.matchAll(call)].map(([, what = '']) => what))
  }),
)

test.each(['ch_DE', 'ch_EN'])(
  'whatever the server writes into the audit log is told there in words, %s',
  (language) => {
    const { what } = JSON.parse(readFileSync(join(root, 'locales', language, 'status.json'), 'utf8')) as {
      what: Record<string, string>
    }
    // The search finds what it is for: a note of a call, an entry of its own, and what the channel sees.
    for (const known of ['takeCampaignBack', 'secureId', 'importLocations', 'viewAs'])
      expect(audited).toContain(known)
    expect([...audited].filter((one) => what[one] === undefined).toSorted()).toEqual([])
  },
)

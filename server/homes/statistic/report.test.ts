import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Report, reportOf } from './report.ts'

const wordsOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(`locales/${language}/statistic.json`, 'utf8'))

const NOW = Date.parse('2026-11-23T21:00:00Z')
const HOUR = 3_600_000

function report(more: Partial<Report> = {}, statistic: Partial<Report['statistic']> = {}): Report {
  return {
    statistic: {
      ...{ serialNumber: 'GH-1', name: 'House', model: 'DOC400', connectionStatus: 'online', saved: 2 },
      connectionStatusSince: '2026-11-20T10:00:00Z',
      reached: 98.7,
      devices: {
        ...{ at: NOW - HOUR, total: 43, reached: 41, good: 36, weak: 4, lost: 1 },
        networks: [
          { networkType: 'zigbee', count: 30 },
          { networkType: 'wise', count: 13 },
        ],
      },
      ...statistic,
    },
    saved: [2, 1].map((hours) => ({ at: NOW - hours * HOUR, byHand: false, total: 43, weak: 4, lost: 1 })),
    connection: [{ from: NOW - 10 * HOUR, to: NOW, online: true }],
    days: { from: NOW - 720 * HOUR, to: NOW },
    ...{ words: wordsOf('ch_EN'), language: 'en-GB', zone: 'Europe/Zurich', now: NOW },
    ...more,
  }
}

/** All words of a document, in its order. */
function textsOf(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(textsOf)
  if (typeof part === 'string') return [part]
  if (typeof part !== 'object' || part === null) return []
  const { text, stack, columns, table, content } = part as Record<string, unknown>
  const { body } = (table ?? {}) as { body?: unknown }
  return [text, stack, columns, body, content].flatMap(textsOf)
}
const textOf = (one: Report): string => textsOf(reportOf(one)).join('\n')

describe('3.2-088 the report of a gateway', () => {
  test('says how it does: figures, connection, networks and snapshots', () => {
    const text = textOf(report())
    for (const said of [
      'House',
      'Online since 20 Nov 2026, 11:00',
      'Devices as of 23 Nov 2026, 21:00',
      'Reached 98.7 % of the time, interruptions: 0',
      'Zigbee',
      '70%',
      'By schedule',
    ])
      expect(text).toContain(said)
  })

  test('in German as well, and each word that it uses is there', () => {
    const text = textOf(report({ words: wordsOf('ch_DE'), language: 'de-CH' }))
    expect(text).toContain('Gespeicherte Aufnahmen')
    expect(text).toContain('Online seit 20.11.2026, 11:00')
    expect(text).not.toMatch(/figure_|network_|\{\{/)
  })

  test('without key figures and snapshots it says so, and draws nothing', () => {
    const empty = { ...report().statistic, saved: 0 }
    const { devices: _devices, reached: _reached, ...statistic } = empty
    const text = textOf({ ...report({ saved: [], connection: [] }), statistic })
    expect(text).toContain('There is no network snapshot caught yet!')
    expect(text).not.toContain('Devices over time')
    expect(text).not.toContain('Connection of the gateway')
  })

  test('B-01 names are only names: nothing of them is looked up, drawn or turned', () => {
    const name = `{{x}} <b>&'"\u202e${'W'.repeat(200)}`
    const text = textOf(report({}, { name }))
    expect(text).toContain(`{{x}} <b>&'"`)
    expect(text).not.toContain('\u202e')
    const many = Array.from({ length: 1000 }, (_, place) => ({
      ...{ at: NOW - (1000 - place) * HOUR, byHand: true, name: 'x'.repeat(60) },
      ...{ total: 2000, weak: 50, lost: 50 },
    }))
    expect(textOf(report({ saved: many }))).toContain('Older snapshots: 976')
  })
})

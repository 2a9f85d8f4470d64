import type { operations } from '#schemas/generated/api/home.ts'
import type { Setting } from '#schemas/generated/entities/setting.ts'
import type { Language } from '../../lib/language.ts'
import type { SettingRow } from '../../settings.ts'

type Query = NonNullable<operations['listSettings']['parameters']['query']>

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)

const stateOf = (value: unknown): Setting['state'] =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : isEmpty(value) ? 'empty' : 'set'

function settingOf({ name, part, value, source, about }: SettingRow, language: Language): Setting {
  const state = stateOf(value)
  return {
    name,
    part,
    state,
    value: state === 'set' ? JSON.stringify(value) : '',
    source,
    about: String(about[language] ?? ''),
  }
}

/** One page of the switches, by name and what they are for. */
export function settingsPage(
  rows: readonly SettingRow[],
  { page = 1, limit = 10, searchText = '', part, source }: Query,
  language: Language,
): { data: Setting[]; count: number } {
  const wanted = searchText.toLowerCase()
  const found = rows.filter(
    (row) =>
      (part === undefined || row.part === part) &&
      (source === undefined || row.source === source) &&
      `${row.name} ${row.about[language] ?? ''}`.toLowerCase().includes(wanted),
  )
  return {
    data: found.slice((page - 1) * limit, page * limit).map((row) => settingOf(row, language)),
    count: found.length,
  }
}

import { statusIconWord, statusWord } from '#data/statuses/status-words.ts'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import type { DriftRow, DriftThing } from '#schemas/generated/entities/drift-thing.ts'

const MONDAY = Date.UTC(2024, 0, 1)
const DAY = 86_400_000

/** Rows of a difference in words: what it is about, how it is, and how it is in the model. */
export function useTold() {
  const { t, say } = useText()
  const property = (path: string): string => say(`properties.${path}`, path)
  const yesNo = (value: string): string =>
    value === 'true' ? t('drift.yes') : value === 'false' ? t('drift.no') : value
  const day = new Intl.DateTimeFormat(tagOf(language()), { weekday: 'short', timeZone: 'UTC' })
  const days = (week: string): string =>
    [...week].every((one) => one === '1')
      ? t('drift.everyDay')
      : [...week].flatMap((one, at) => (one === '1' ? day.format(MONDAY + at * DAY) : [])).join(' ')
  const sun = (one: string): string => {
    const [event = '', minutes] = one.split(' ')
    const said = say(`drift.sun.${event}`, event)
    return minutes === undefined
      ? said
      : `${said} ${Number(minutes) > 0 ? '+' : '−'}${Math.abs(Number(minutes))} min`
  }
  const icon = (id: string): string => statusIconWord(id, say)
  const status = (name: string): string => statusWord(name, say)
  const list = (value: string, one: (part: string) => string): string => value.split(', ').map(one).join(', ')

  const said = (what: string): { label: string; value(value: string): string } => {
    const plain = (value: string): string => list(value, yesNo)
    switch (what) {
      case 'time':
        return { label: t('drift.rows.time'), value: (value) => value }
      case 'days':
        return { label: t('drift.rows.days'), value: (value) => list(value, days) }
      case 'sun':
        return { label: t('drift.rows.sun'), value: (value) => list(value, sun) }
      case 'active':
        return { label: t('drift.rows.active'), value: plain }
      case 'icon':
        return { label: t('drift.rows.icon'), value: icon }
      case 'group':
        return { label: t('drift.rows.group'), value: (value) => value }
      case 'count':
        return { label: t('drift.rows.count'), value: (value) => value }
      case 'value':
        return { label: t('drift.rows.value'), value: plain }
    }
    const [kind, ...rest] = what.split(':')
    if (kind === 'status' && rest.length > 0)
      return { label: t('drift.rows.status', { name: status(rest.join(':')) }), value: plain }
    if (kind === 'when' && rest.length > 0)
      return { label: t('drift.rows.when', { what: property(rest.join(':')) }), value: plain }
    return { label: property(what), value: plain }
  }
  return {
    row({ what, now, model }: DriftRow) {
      const { label, value } = said(what)
      return {
        label,
        now: now === undefined || now === '' ? '–' : value(now),
        model: model === undefined || model === '' ? '–' : value(model),
      }
    },
    /** What it is called: people give names, and settings of gateways have one in words. */
    name: ({ aspect, key, name }: Pick<DriftThing, 'aspect' | 'key' | 'name'>): string =>
      aspect === 'settings'
        ? say(`drift.settings.${key}`, name)
        : aspect === 'statuses'
          ? status(name)
          : name,
  }
}

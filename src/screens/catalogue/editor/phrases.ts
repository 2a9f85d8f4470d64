import type { Text } from '#i18n/useText.ts'

/** What the editor says by itself, and the text of ours that it says instead. */
const PHRASES = {
  find: 'Find',
  next: 'next',
  previous: 'previous',
  all: 'all',
  matchCase: 'match case',
  regexp: 'regexp',
  byWord: 'by word',
  replaceBy: 'Replace',
  replace: 'replace',
  replaceAll: 'replace all',
  close: 'close',
  currentMatch: 'current match',
  onLine: 'on line',
  replacedAt: 'replaced match on line $',
  replacedAll: 'replaced $ matches',
  goToLine: 'Go to line',
  go: 'go',
  completions: 'Completions',
  diagnostics: 'Diagnostics',
  noDiagnostics: 'No diagnostics',
  unchanged: '$ unchanged lines',
} as const

export const phrasesIn = ({ t }: Text): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(PHRASES) as (keyof typeof PHRASES)[]).map((name) => [
      PHRASES[name],
      t(`catalogue.editor.${name}`),
    ]),
  )

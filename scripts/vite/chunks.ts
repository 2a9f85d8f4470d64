import { DOOR, ENTRANCE } from '../../src/app/areas.ts'

const doorAreas = new Set<string>(DOOR)
const entranceAreas = new Set<string>(ENTRANCE)

/** The texts of one language come in three files: what the sign-in needs, what other public screens add, and the rest. */
function wordsOf(id: string): string | null {
  const [, language, area] = /\/locales\/(\w+)\/(\w+)\.json$/.exec(id) ?? []
  if (language === undefined || area === undefined) return null
  const part = doorAreas.has(area) ? 'door' : entranceAreas.has(area) ? 'entrance' : 'home'
  return `words-${language}-${part}`
}

/** Files of ours by the beginning of their path. */
function own(...parts: string[]): (id: string) => boolean {
  const pattern = new RegExp(`/(?:${parts.join('|')})`)
  return (id) => !id.includes('/node_modules/') && pattern.test(id)
}

const packages = (...names: string[]): RegExp => new RegExp(`/node_modules/(?:${names.join('|')})/`)

/** Forms and what they are made of: all of the sign-in page but React. */
const DOOR_PARTS = own(
  'src/app/(?:public/|(?:areas|client-errors|definitions|links|missing-parts|part|report|session-words|situation|title|way)\\.tsx?$)',
  'src/engine/(?:actions|conditions|forms(?!/rich)|screens/form)/',
  'src/(?:i18n|lib|ui/fields)/',
  'src/session/(?!routing|events|start)',
  'src/data/(?:door-catalogue|http|loading|report|request-error)\\.ts$',
  'src/ui/(?:base|Button|Dialog\\.|Icon|LanguageLinks|Mark|Notice|Skeleton|ToastRegion|toasts|tokens)',
  '(?:catalogue|schemas/generated)/forms/login\\.js',
  'catalogue/screens/.*\\?public$',
)

/** The shell and the first tiles. Other screens, menus and dialogs come when they are opened. */
const HOME_PARTS = own(
  'src/app/(?!command/|entry/|happenings/|(?:rows|main|App)\\.tsx)',
  'src/app/command/(?:Command|opened|shortcuts|strokes)',
  'src/app/happenings/(?:Counted|HeaderPanels|current|happenings|jobs|news)\\.',
  'src/data/catalogue\\.ts$',
  'catalogue/(?:screens|resources)/',
  'src/engine/(?:property|screens/tiles)/',
  'src/session/',
  'src/live/(?!worker|channel|hub|transport)',
  'src/ui/(?:Boundary|Card|Chips|Menu\\.|PageHeader|Segments|states|Tag|theme)',
  '(?:widgets|gateway/lib)/',
)

/** Few files: every one of them costs a request and its headers. The first group that takes a module has it. */
export const chunkGroups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/ },
  { name: wordsOf, test: /\/locales\// },
  { name: 'door', test: DOOR_PARTS },
  { name: 'door', test: packages('i18next', 'react-i18next') },
  { name: 'home', test: HOME_PARTS },
  { name: 'home', test: packages('react-router') },
]

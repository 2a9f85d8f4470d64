/** The texts of one language come as parts that are used together, and all that there are in one. */
function wordsOf(id: string): string | null {
  const [, language, part] =
    /virtual:words\/(\w+)\/(\w+)$/.exec(id) ?? /\/locales\/(\w+)\/\w+\.json$/.exec(id) ?? []
  return language === undefined ? null : `words-${language}-${part ?? 'all'}`
}

/** Files of ours by the beginning of their path. */
function own(...parts: string[]): (id: string) => boolean {
  const pattern = new RegExp(`/(?:${parts.join('|')})`)
  return (id) => !id.includes('/node_modules/') && pattern.test(id)
}

const packages = (...names: string[]): RegExp => new RegExp(`/node_modules/(?:${names.join('|')})/`)

/** Forms and what they are made of: all of the sign-in page but React. */
const DOOR_PARTS = own(
  'src/app/(?:public/|(?:client-errors|definitions|links|missing-parts|open-screen|part|report|session-words|situation|title|way)\\.tsx?$)',
  'src/engine/(?:actions/(?!.*Dialog|FirstActions|each|say-each|refusal)|conditions/|forms/(?!rich)|screens/form/)',
  'src/(?:i18n|ui/fields)/',
  'src/lib/(?!download|rows-key)',
  'src/session/(?!checks|events|known-path|routing|start)',
  'src/data/(?:by-name|calls|door-catalogue|screens|http|loading|report|request-error)\\.ts$',
  'src/ui/(?:base|Button|Dialog\\.|Icon|LanguageLinks|Mark|Notice|Skeleton|ToastRegion|toasts|tokens)',
  '(?:catalogue|schemas/generated)/forms/login\\.js',
)

/** The shell and the first tiles. Other screens, menus and dialogs come when they are opened. */
const HOME_PARTS = own(
  'src/app/(?!command/|entry/|happenings/|(?:rows|main|App|LeaveDialog)\\.tsx)',
  'src/app/command/(?:Command|opened|shortcuts|strokes)',
  'src/app/happenings/(?:Counted|HeaderPanels|current|happenings|jobs|news)\\.',
  'src/data/catalogue\\.ts$',
  'catalogue/resources/',
  // What a screen keeps in `late` comes when it is used.
  'src/engine/(?:property|screens/tiles/(?!late/))',
  'src/engine/screens/list/found\\.ts$',
  'src/session/',
  'src/live/(?!worker|channel|hub|transport)',
  'src/ui/(?:Boundary|Card|Chips|Menu\\.|PageHeader|segmented|states|Tag|theme)',
  // What a widget keeps in `late` comes when the first of it is drawn.
  'widgets/(?!\\w+/late/)',
  'gateway/lib/(?!value-check|infrared|as-device|abilities|floor-layout)',
)

export const isDoorPart = DOOR_PARTS
export const isHomePart = HOME_PARTS

/** Few files: every one of them costs a request and its headers. The first group that takes a module has it. */
export const chunkGroups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/ },
  { name: wordsOf, debugName: 'words', test: /\/locales\/|virtual:words\// },
  { name: 'door', test: DOOR_PARTS },
  { name: 'door', test: /virtual:(?:words|screens\/(?:public|areas|one\/login))$/ },
  { name: 'door', test: packages('i18next', 'react-i18next') },
  { name: 'home', test: HOME_PARTS },
  { name: 'home', test: /virtual:screens\/(?:others|area\/devices)$/ },
  { name: 'home', test: packages('react-router') },
  { name: 'drag', test: packages('@dnd-kit') },
  // What every part of Blueprint is made of; the parts themselves come with what shows them.
  {
    name: 'blueprint',
    test: packages(
      'classnames',
      '@blueprintjs/core/lib/esm/(?:common|components/(?:button|html|icon|spinner|text))',
    ),
  },
]

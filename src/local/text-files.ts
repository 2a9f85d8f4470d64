import type { Texts } from '#i18n/reader.ts'

/** Parts of local.json that stand where the engine looks for its words. */
const PARTS = ['screens', 'fields', 'actions', 'toasts', 'status', 'codes', 'menu'] as const

export const AREAS = ['engine', 'shell', 'local', ...PARTS] as const

const own = import.meta.glob<Texts>('../../locales/*/{engine,shell,local}.json', { import: 'default' })

/** Takes the place of src/i18n/files.ts: the few texts of this page. */
export const files: Readonly<Record<string, () => Promise<Texts>>> = Object.fromEntries(
  Object.entries(own).flatMap(([path, load]) => [
    [path, load],
    ...(path.endsWith('/local.json')
      ? PARTS.map((part) => [path.replace('/local.json', `/${part}.json`), async () => (await load())[part]])
      : []),
  ]),
)

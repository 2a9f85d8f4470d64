import type { Plugin } from 'vite'

/** What stands in catalogue files for people who edit them, like the units of limits: the app has no use for it. */
const FOR_EDITORS = new Set(['$schema', 'about'])

/** A limit that only the server reads. */
const isOfServer = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'server' in value && value.server === true

/** Leaves out of the built app what catalogue files say to their editors, and what only the server reads. */
export const leanCatalogue = (): Plugin => ({
  name: 'lean-catalogue',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/catalogue\/.*\.json$/ },
    handler: (code, id) =>
      JSON.stringify(
        JSON.parse(code, (key, value: unknown) =>
          FOR_EDITORS.has(key) || (id.endsWith('/limits.json') && (key === 'unit' || isOfServer(value)))
            ? undefined
            : value,
        ),
      ),
  },
})

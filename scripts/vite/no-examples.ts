import type { Plugin } from 'vite'

/** What widgets look like in tests and in the gallery: nobody draws it in the built app. */
export const noExamples = (): Plugin => ({
  name: 'no-examples',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /\/widgets\/\w+\/examples\.tsx?$/ },
    handler: () => 'export const examples = []',
  },
})

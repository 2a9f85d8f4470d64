/** The texts of one language come as parts that are used together, and all that there are in one. */
function wordsOf(id: string): string | null {
  const [, language, part] =
    /virtual:words\/(\w+)\/(\w+)$/.exec(id) ?? /\/locales\/(\w+)\/\w+\.json$/.exec(id) ?? []
  return language === undefined ? null : `words-${language}-${part ?? 'all'}`
}

/** A module and, as the bundler takes them along, all that it imports: what a page needs follows from its imports. */
function from(...modules: string[]): (id: string) => boolean {
  return (id) => modules.some((module) => id.endsWith(module))
}

const packages = (...names: string[]): RegExp => new RegExp(`/node_modules/(?:${names.join('|')})/`)

/** Few files: every one of them costs a request and its headers. The first group that takes a module has it. */
export const chunkGroups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/ },
  { name: wordsOf, debugName: 'words', test: /\/locales\/|virtual:words\// },
  // What main.tsx begins with, and sign-in.
  {
    name: 'door',
    test: from(
      '/src/app/App.tsx',
      '/src/app/report.ts',
      '/src/app/public/PublicApp.tsx',
      '/src/session/program.ts',
    ),
  },
  // The shell and the first tiles. Other screens, menus and dialogs come when they are opened.
  {
    name: 'home',
    test: from(
      '/src/app/SignedIn.tsx',
      '/src/engine/screens/tiles/Screen.tsx',
      'virtual:screens/area/devices',
    ),
  },
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

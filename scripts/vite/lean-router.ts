import type { Plugin } from 'vite'

/**
 * Bundlers keep parts of react-router that nobody uses, because they get names for debugging and are made by a call of
 * React: without the names, and with the calls marked as pure, they go.
 */
export const leanRouter = (): Plugin => ({
  name: 'lean-router',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\/.*\.js$/ },
    handler: (code) =>
      code
        .replaceAll(/^[A-Z]\w*\.displayName = "[^"]*";$/gm, '')
        .replaceAll(/= (React\$?\w*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1'),
  },
})

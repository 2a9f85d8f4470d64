import { totalmem } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { bootFiles } from './scripts/vite/boot-files.ts'
import { BROWSERS } from './scripts/vite/browsers.ts'
import { chunkGroups, compileHints, groupNames } from './scripts/vite/chunks.ts'
import { classNames } from './scripts/vite/class-names.ts'
import { icons } from './scripts/vite/icons.ts'
import { jsonPart } from './scripts/vite/json-part.ts'
import { leanCatalogue } from './scripts/vite/lean-catalogue.ts'
import { leanRouter } from './scripts/vite/lean-router.ts'
import { noExamples } from './scripts/vite/no-examples.ts'
import { HASH } from './scripts/vite/packed.ts'
import { precompress } from './scripts/vite/precompress.ts'
import { screens } from './scripts/vite/screens.ts'
import { shippedDefinitions } from './scripts/vite/shipped-definitions.ts'
import { words } from './scripts/vite/words.ts'

/** Where `npm run dev` finds the server that it puts behind Vite. */
const api = process.env.GATEHOUSE_API ?? 'http://127.0.0.1:8080'

/** Tests with real servers, brokers, databases and processes; `npm run check` leaves them to `npm test`. */
const system = [
  'tests/{store,channel,live,zigbee2mqtt}/**/*.test.ts',
  // The contract of every operation belongs to the quick tests.
  'tests/http/**/!(contract).test.ts',
  'tests/gateway/processes/*.test.ts',
  'tests/local/{nmcli,process}.test.ts',
  'tests/catalogue/{mutated,new-device,reload,thousands}.test.ts',
  'tests/repository/{build,new}.test.ts',
]

const NAMED = `assets/[name]-[hash:${HASH}].js`
const UNNAMED = `assets/[hash:${HASH}].js`

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    screens(import.meta.dirname),
    words(),
    icons(import.meta.dirname),
    jsonPart(),
    leanCatalogue(),
    leanRouter(),
    noExamples(),
    bootFiles(import.meta.dirname),
    compileHints(),
    shippedDefinitions(import.meta.dirname),
    precompress(),
  ],
  define: {
    'process.env.NODE_ENV': JSON.stringify(
      command === 'build' ? 'production' : (process.env.NODE_ENV ?? 'development'),
    ),
  },
  resolve: {
    alias: [
      // What the shim imitates is part of React.
      { find: 'use-sync-external-store/shim', replacement: 'react' },
      { find: 'markdown-to-jsx/react', replacement: `${import.meta.dirname}/scripts/vite/no-markdown.ts` },
      {
        find: /^@blueprintjs\/icons$/,
        replacement: `${import.meta.dirname}/scripts/vite/no-blueprint-icons.ts`,
      },
    ],
  },
  // While one works on it, names say where they come from.
  ...(command === 'build' && { css: { modules: { generateScopedName: classNames(import.meta.dirname) } } }),
  build: {
    target: ['es2023', ...BROWSERS],
    // Named once more without the language level, which says nothing of styles: all of these know `light-dark()`.
    cssTarget: BROWSERS,
    outDir: 'dist',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups(import.meta.dirname) },
        entryFileNames: NAMED,
        chunkFileNames: ({ name }) => (groupNames.test(name) ? NAMED : UNNAMED),
        assetFileNames: `assets/[hash:${HASH}][extname]`,
      },
    },
  },
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: NAMED, chunkFileNames: UNNAMED } } },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': api, '/mqtt': { target: api.replace('http', 'ws'), ws: true } },
  },
  test: {
    restoreMocks: true,
    // By what each file of tests needed, `npm run check` knows which to run again (tests/setup-reads.ts).
    experimental: { recordDependencies: true },
    // Builds and checks run beside the quick tests: a limit is for what hangs, not for what waits.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // jsdom does not know the element yet.
    onConsoleLog: (text) => !text.startsWith('The tag <search> is unrecognized'),
    // Their processes live for minutes and are full of code: to look through all of it for garbage again and again took a
    // third of their time. There is room to let it be.
    execArgv: [
      '--min-semi-space-size=32',
      '--max-semi-space-size=64',
      `--initial-old-space-size=${Math.min(1500, Math.floor(totalmem() / 2 ** 20 / 12))}`,
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          setupFiles: [
            'tests/setup-reads.ts',
            'tests/setup-node.ts',
            'tests/setup-shared.ts',
            'tests/setup-patience.ts',
            'tests/setup-random.ts',
          ],
          isolate: false,
          include: [
            '{gateway,server,scripts,schemas,tests}/**/*.test.ts',
            'src/{lib,live,data,session}/**/*.test.ts',
          ],
          exclude: [...system, 'tests/nightly/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser-like',
          environment: 'jsdom',
          setupFiles: [
            'tests/setup-reads.ts',
            'tests/setup-icons.ts',
            'tests/setup-dom.ts',
            'tests/setup-patience.ts',
            'tests/setup-random.ts',
          ],
          isolate: false,
          // Among tests of another environment each file would have its window made anew, which takes as long as its tests.
          // As it is, each worker makes one; the share of time that Vitest names counts it for each file again.
          sequence: { groupOrder: 1 },
          include: ['{widgets,src/engine,src/ui,src/screens,src/app,src/i18n,src/local}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          environment: 'node',
          globalSetup: ['tests/store/postgres-setup.ts'],
          setupFiles: ['tests/setup-shared.ts', 'tests/setup-prompt.ts', 'tests/setup-random.ts'],
          expect: { poll: { interval: 10 } },
          // The whole server is read once by each worker instead of once by each file, which takes a third of the time.
          isolate: false,
          // They start dozens of processes and threads: what one has translated, the next need not.
          env: { NODE_COMPILE_CACHE: 'node_modules/.cache/gatehouse-code' },
          include: system,
          // They wait for disks and processes more than they compute: two leave a third of two cores idle.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          testTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'nightly',
          environment: 'node',
          setupFiles: ['tests/setup-random.ts'],
          include: ['tests/nightly/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 1_800_000,
        },
      },
    ],
  },
}))

import { join } from 'node:path'
import { defineConfig } from 'vite'
import { ascii } from './ascii.ts'
import { sourcePlaces } from './source-places.ts'
import { terse } from './terse.ts'

const project = join(import.meta.dirname, '../..')
const out = join(project, 'dist-server')

/** The server in few files: a thousand that are looked for, read and freed of their types cost a third of its start. */
export default defineConfig({
  root: project,
  publicDir: false,
  plugins: [sourcePlaces(out), terse('validators'), ascii()],
  ssr: {
    noExternal: true,
    // Find files of their own, or threads, beside themselves.
    external: ['nodemailer', 'pdfmake', 'pg-native', 'pino'],
  },
  build: {
    ssr: true,
    target: 'node24',
    outDir: out,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: { main: 'server/main.ts' },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting: {
          groups: [{ name: 'validators', test: /schemas\/generated\/(?:.*\/)?validate[^/]*\.js$/ }],
        },
      },
    },
  },
})

import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { classNames } from './class-names.ts'
import { icons } from './icons.ts'
import { jsonPart } from './json-part.ts'
import { leanCatalogue } from './lean-catalogue.ts'
import { leanRouter } from './lean-router.ts'
import { screens } from './screens.ts'
import { words } from './words.ts'

const project = join(import.meta.dirname, '../..')

/** What draws the page of sign-in while the app is built (decision 0251): the same code, for Node. */
export default defineConfig({
  root: project,
  publicDir: false,
  plugins: [react(), screens(project), words(), icons(project), jsonPart(), leanCatalogue(), leanRouter()],
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  css: { modules: { generateScopedName: classNames(project) } },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    outDir: join(project, 'node_modules/.cache/gatehouse-drawn'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { input: { drawn: 'src/app/drawn/drawn.tsx' } },
  },
})

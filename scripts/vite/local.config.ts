import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { BROWSERS } from './browsers.ts'
import { jsonPart } from './json-part.ts'
import { leanCatalogue } from './lean-catalogue.ts'
import { precompress } from './precompress.ts'

const project = join(import.meta.dirname, '../..')

/** The setup page that a gateway serves: a program of its own beside the app, in few files and with nothing of the house. */
export default defineConfig({
  root: join(project, 'src/local'),
  publicDir: false,
  plugins: [react(), jsonPart(), leanCatalogue(), precompress()],
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  resolve: {
    alias: [
      { find: '#i18n/files.ts', replacement: join(project, 'src/local/text-files.ts') },
      // Nothing here is cut.
      { find: 'virtual:words', replacement: join(project, 'src/local/no-parts.ts') },
      {
        find: '#engine/forms/rich/RichForm.tsx',
        replacement: join(project, 'scripts/vite/no-rich-form.ts'),
      },
      {
        find: /^@blueprintjs\/icons$/,
        replacement: join(project, 'scripts/vite/no-blueprint-icons.ts'),
      },
    ],
  },
  build: {
    target: ['es2023', ...BROWSERS],
    cssTarget: BROWSERS,
    outDir: join(project, 'dist-local'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})

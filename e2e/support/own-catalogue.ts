import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type Served, serve } from '../../tests/support/serve.ts'

/** A server with a copy of the catalogue: what is saved there reaches no file of the project. */
export async function ownCatalogue(): Promise<{ own: Served; folder: string }> {
  const first = await serve()
  await first.stop()
  const folder = join(first.data, 'catalogue')
  cpSync('catalogue', folder, { recursive: true })
  return { own: await serve({ GATEHOUSE_CATALOGUE: folder }, first.data), folder }
}

import { globSync } from 'node:fs'
import { write } from './write.ts'

/**
 * gateway/core/<room>/commands/ → gateway/generated/commands.ts: the core knows no file system, so it is told what
 * stands there.
 */
export function commandIndex(): void {
  const files = globSync('gateway/core/*/commands/*.ts', { exclude: ['**/*.test.ts'] }).sort()
  const lines = files.map((file, at) => `import * as m${at} from '#${file}'`)
  const names = files.map((_, at) => `m${at}`).join(', ')
  write(
    'commands.ts',
    `${lines.join('\n')}\n\nexport const modules = [${names}] as const\n`,
    'gateway/generated',
  )
}

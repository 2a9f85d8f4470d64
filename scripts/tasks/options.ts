import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ended } from './ended.ts'

/** What was asked for on the command line; `--help` says how to ask, and so does whatever is not known, instead of a trace. */
export function optionsOf<T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.includes('--help')) {
    console.log(`Usage: ${usage}`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return ended(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`, 2)
  }
}

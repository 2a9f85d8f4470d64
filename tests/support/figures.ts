import { appendFileSync } from 'node:fs'

/** Says what a test measured: the nightly run puts it into its table, anybody else reads it in the terminal. */
export function figure(text: string): void {
  const file = process.env.GATEHOUSE_FIGURES
  if (file) appendFileSync(file, `${text}\n`)
  else process.stderr.write(`${text}\n`)
}

import { join } from 'node:path'
import { ListenError } from '#gateway/node/listening.ts'
import { SHIPPED, stampsIn } from './catalogue/definitions/shipped.ts'
import { ConfigError, oneOf } from './config/values.ts'
import { readConfig } from './config.ts'
import { demoAccounts } from './demo/accounts.ts'
import { createLog, isLevel, levels } from './log.ts'
import { SettingsError } from './settings.ts'
import { type Running, start } from './start.ts'
import { StoreError } from './store/errors.ts'

/** Longer than this nobody waits for a server to end. */
const PATIENCE_MS = 5000

const root = join(import.meta.dirname, '..')

/** The server as a process: starts it, says where it is, and ends it in order when asked to. */
export async function run(terminal: Pick<Console, 'log' | 'error'>): Promise<void> {
  const level = process.env.GATEHOUSE_LOG?.trim() || 'info'
  // A level that there is not is refused with the other variables, in a sentence.
  const log = createLog(isLevel(level) ? level : 'info')
  let running: Running | undefined
  let ending = false

  /** Ends in order: no new calls, open connections told, everything written. */
  async function end(code: number): Promise<void> {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(code || 1), PATIENCE_MS).unref()
    try {
      await running?.stop()
    } catch (error) {
      log.error({ err: error }, 'the end was not in order')
    }
    process.exit(code)
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0))
  // C-05: nobody knows what state is left; whoever started the server starts it again.
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(fault, (error: unknown) => {
      log.fatal({ err: error }, fault)
      void end(1)
    })

  try {
    oneOf('GATEHOUSE_LOG', level, levels)
    const own = readConfig(process.env)
    // A visitor sees what there is; what a deployment of its own begins with is in the catalogue (decision 0140).
    const settingsFile =
      own.settingsFile ?? (own.mode === 'demo' ? join(root, 'catalogue', 'demo-settings.json') : undefined)
    const config = { ...own, settingsFile }
    running = await start(config, {
      root,
      log,
      shows: true,
      stamps: stampsIn(join(root, 'dist', SHIPPED)),
      lost(error) {
        terminal.error(`${error.message} The server stops.`)
        void end(1)
      },
    })
    terminal.log(`Gatehouse is at ${running.url}`)
    if (config.mode === 'demo')
      for (const { username, password, about } of demoAccounts)
        terminal.log(`  ${username.padEnd(24)} ${password.padEnd(22)} ${about}`)
    if (running.gatewayPort !== undefined) terminal.log(`Gateways sign in at port ${running.gatewayPort}`)
    if (running.firstAdministrator !== undefined)
      terminal.log(
        `There is no administrator yet. ${config.admin} sets a password within an hour, once, at\n` +
          `  ${config.origins[0] ?? running.url}${running.firstAdministrator}`,
      )
  } catch (error) {
    // What an operator can mend is said in a sentence; the rest with its trace.
    const known =
      error instanceof ConfigError ||
      error instanceof SettingsError ||
      error instanceof StoreError ||
      error instanceof ListenError
    if (known) terminal.error(error.message)
    else log.fatal({ err: error }, 'the server could not start')
    await end(1)
  }
}

import { join, resolve } from 'node:path'
import type { Clock } from '#gateway/core/ports.ts'
import { type Catalogue, openCatalogue } from '../catalogue/catalogue.ts'
import { projectPlaces } from '../catalogue/definitions/places.ts'
import { stampsOf } from '../catalogue/definitions/shipped.ts'
import type { Config } from '../config.ts'
import { licenceFormFault } from '../gateways/licences.ts'
import { systemClock } from '../lib/clock.ts'
import type { Log } from '../log.ts'
import { Metrics } from '../metrics.ts'
import { type OauthClients, readClients } from '../oauth/clients.ts'
import { letIn } from '../oauth/platforms.ts'
import { createRights, type Rights } from '../rights.ts'
import { type DeploymentSettings, readSettings, SettingsError } from '../settings.ts'
import type { StoreError } from '../store/errors.ts'
import { openStore, type Store } from '../store/store.ts'

/** Keeps what is to be done when the server ends: the last one first. */
export type AtEnd = (end: () => Promise<void> | void) => void

/** What all parts of a server stand on. */
export interface Ground {
  config: Config
  /** The project's folder. */
  root: string
  /** Where texts in all languages are. */
  locales: string
  log: Log
  metrics: Metrics
  clock: Clock
  /** Epoch ms, as the clock has it. */
  now(): number
  settings: DeploymentSettings
  /** Programs that people may allow to use a gateway. */
  clients: OauthClients
  store: Store
  catalogue: Catalogue
  rights: Rights
}

interface Given extends Pick<Ground, 'config' | 'root' | 'log' | 'now'> {
  /** What the app beside the server was built with, by file; without it, what the files say at the start. */
  stamps: ReadonlyMap<string, string> | undefined
  /** The store belongs to another server now: nothing can be written any more. */
  lost: ((error: StoreError) => void) | undefined
}

/** Reads the settings, and opens store and catalogue; throws `SettingsError` where nobody could work with the settings. */
export async function openGround(
  { config, root, log, now, stamps, lost }: Given,
  atEnd: AtEnd,
): Promise<Ground> {
  const places = projectPlaces(root)
  const locales = join(root, 'locales')
  const settings = readSettings(join(root, 'catalogue'), config.settingsFile, (message) => log.warn(message))
  const unusable = settings
    .all()
    .map(licenceFormFault)
    .find((fault) => fault !== undefined)
  if (unusable !== undefined) throw new SettingsError(`${config.settingsFile}: ${unusable}`)
  const clients = letIn(readClients(config.settingsFile), settings.flags, (clientId, flag) =>
    log.warn(`The program ${clientId} is not let in: ${flag} is off`),
  )
  const [store, catalogue] = await Promise.all([
    openStore(config.store, {
      log: (level, message, facts) => log[level](facts ?? {}, message),
      ...(lost && { lost }),
    }).then((opened) => {
      atEnd(() => opened.close())
      return opened
    }),
    openCatalogue(resolve(root, config.catalogue), {
      locales,
      watch: true,
      log,
      shipped: { places, stamps: stamps ?? stampsOf(places.catalogue) },
    }).then((opened) => {
      atEnd(() => opened.close())
      return opened
    }),
  ])
  await store.accounts.giveLinkedIds()
  return {
    ...{ config, root, locales, log, now, settings, clients, store, catalogue },
    metrics: new Metrics(),
    clock: { ...systemClock, now },
    rights: createRights(store),
  }
}

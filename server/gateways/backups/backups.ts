import { isDeepStrictEqual } from 'node:util'
import catalogue from '#catalogue/limits.json' with { type: 'json' }
import { isSameHome } from '#gateway/lib/backups/content.ts'
import { planOf, targetOf, withSubstitutes } from '#gateway/lib/backups/plan.ts'
import { changedSettings, settingsOf } from '#gateway/lib/backups/settings.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import { minuteOf } from '#gateway/lib/times/minute-of.ts'
import type { Backup } from '#schemas/generated/entities/backup.ts'
import type { BackupMaking } from '#schemas/generated/entities/backup-making.ts'
import type { BackupNights } from '#schemas/generated/entities/backup-nights.ts'
import type { BackupOutlook } from '#schemas/generated/entities/backup-outlook.ts'
import type { BackupPlan } from '#schemas/generated/entities/backup-plan.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import { SERVER } from '#server/homes/asker.ts'
import { conflict, invalid, notFound } from '#server/lib/refusal.ts'
import { orderedId } from '#server/store/ordered-id.ts'
import { gatewayOf, type NewsParts } from '../parts.ts'
import { Alongside, type Look } from './alongside.ts'
import { type Facts, type More, manifestOf, moreOf, packed, unpacked } from './archive.ts'
import { Makings } from './making.ts'
import { nightsOf } from './night-times.ts'
import { assertSupported, isAhead } from './supported.ts'

const { backupPlaces, backupsOfSafety, backupFileSize } = catalogue.limits

/** What a backup is made with, besides the home. */
interface Wish {
  serialNumber: string
  userId?: string | undefined
  type: 'manual' | 'automatic' | 'safety'
  snapshotName: string
  passphrase?: string | undefined
  /** What the home did, as far back as there is room. */
  history?: boolean | undefined
  /** What bridges keep of their radio networks. */
  radios?: boolean | undefined
}

/** Backups of homes (spec 3 §1): made, kept, read back, restored all or nothing. */
export class Backups {
  readonly #parts: NewsParts
  /** Of each gateway the last that was begun: two at once would take the same last place. */
  readonly #turns = new Map<string, Promise<unknown>>()
  readonly #makings: Makings
  readonly alongside: Alongside

  constructor(parts: NewsParts) {
    this.#parts = parts
    this.#makings = new Makings(parts)
    this.alongside = new Alongside(parts)
  }

  start(): Promise<void> {
    return this.#makings.start()
  }

  making(serialNumber: string): BackupMaking | undefined {
    return this.#makings.of(serialNumber)
  }

  /** What somebody makes is called off, as long as it is not written; false when it is too late. */
  cancel(serialNumber: string): boolean {
    return this.#makings.cancel(serialNumber)
  }

  of(serialNumber: string): Promise<readonly Backup[]> {
    return this.#parts.store.backups.of(serialNumber)
  }

  /** As they are offered to people: what the software of this gateway is too old for says so. */
  async offered(serialNumber: string): Promise<readonly Backup[]> {
    const gateway = await gatewayOf(this.#parts, serialNumber)
    const all = await this.of(serialNumber)
    return all.map((backup) => ({
      ...backup,
      contents: { devices: backup.devices, scenes: backup.scenes },
      standing: standingOf(backup, gateway),
    }))
  }

  /** The backup, if there is one that is whole. */
  async find(id: string): Promise<Backup> {
    const backup = await this.#parts.store.backups.find(id)
    if (!backup) throw notFound()
    return backup
  }

  save(wish: Wish): Promise<Backup> {
    return this.#inTurn(wish.serialNumber, async () => {
      const gateway = await gatewayOf(this.#parts, wish.serialNumber)
      assertSupported(gateway)
      if (wish.type !== 'manual') return await this.#write(gateway, wish, await this.read(wish.serialNumber))
      await this.#assertPlace(wish.serialNumber)
      const stages = (['home', 'radios', 'history', 'writing'] as const).filter(
        (stage) => (stage !== 'radios' && stage !== 'history') || wish[stage],
      )
      return await this.#makings.follow(wish, stages, (at) => this.#make(gateway, wish, at))
    })
  }

  async #make(
    gateway: Gateway,
    wish: Wish,
    at: (stage: NonNullable<BackupMaking['stage']>) => void,
  ): Promise<Backup> {
    const { serialNumber, snapshotName, passphrase } = wish
    const { clock } = this.#parts
    const begun = clock.now()
    at('home')
    const content = await this.read(serialNumber)
    const more: More = {}
    if (wish.radios) {
      at('radios')
      more.radios = await this.alongside.radios(serialNumber)
    }
    if (wish.history) {
      at('history')
      const facts = factsOf(gateway, snapshotName, content, begun)
      const found = await this.alongside.historyBeside(serialNumber, (history) =>
        packed(facts, content, passphrase, { ...more, ...history }),
      )
      if (found) more.history = found.history
    }
    at('writing')
    return this.#write(gateway, wish, content, more, begun)
  }

  /** What a backup would be that is made now. */
  async outlook(serialNumber: string): Promise<BackupOutlook> {
    const gateway = await gatewayOf(this.#parts, serialNumber)
    const { content, radios } = await this.#ask(serialNumber)
    const facts = factsOf(gateway, 'Backup', content, this.#parts.clock.now())
    const size = (await packed(facts, content)).length
    const found = await this.alongside.historyBeside(serialNumber, (more) =>
      packed(facts, content, undefined, more),
    )
    const all = await this.of(serialNumber)
    const took = all.find(({ type }) => type === 'manual')?.took
    return {
      ...{ devices: facts.devices, rooms: facts.rooms, scenes: facts.scenes, size },
      most: backupFileSize.value,
      left: Math.max(0, backupPlaces.value - takenOf(all)),
      ...(took !== undefined && { took }),
      history: { size: found?.size ?? 0, ...(found && { from: found.history.from }) },
      radios,
    }
  }

  async #write(
    gateway: Gateway,
    wish: Wish,
    content: HomeContent,
    more: More = {},
    begun = this.#parts.clock.now(),
  ): Promise<Backup> {
    const { clock } = this.#parts
    const facts = factsOf(gateway, wish.snapshotName, content, begun)
    const file = await packed(facts, content, wish.passphrase, more)
    if (file.length > backupFileSize.value) throw conflict('BACKUP_TOO_LARGE')
    return this.#keep(
      {
        ...{ type: wish.type, status: 'success', userId: wish.userId, createdAt: begun },
        isEncrypted: wish.passphrase !== undefined,
        took: clock.now() - begun,
      },
      facts,
      { file, passphrase: wish.passphrase, content, more },
    )
  }

  /** Written, then read back from where it lies: what cannot be opened is no backup. */
  async #keep(
    about: Pick<Backup, 'type' | 'status' | 'isEncrypted' | 'took'> & {
      userId?: string | undefined
      createdAt: number
    },
    { serialNumber, name, firmware, devices, rooms, scenes, madeAt }: Facts,
    {
      file,
      passphrase,
      content,
      more = {},
      has = more,
    }: {
      file: Uint8Array
      passphrase?: string | undefined
      content?: HomeContent
      more?: More
      /** What went along, where only the file says so. */
      has?: { history?: { from: string }; radios?: unknown }
    },
  ): Promise<Backup> {
    const { store, news, clock } = this.#parts
    const id = orderedId(clock.now())
    await store.backups.keep({
      ...about,
      ...{ id, serialNumber, devices, rooms, scenes, file, snapshotName: name, size: file.length },
      ...(firmware !== undefined && { currentFWVersion: firmware }),
      ...(about.type === 'imported' && { madeAt }),
      ...(has.history && { historyFrom: has.history.from }),
      ...(has.radios !== undefined && { radios: true }),
    })
    const kept = await store.backups.fileOf(id)
    const isGood =
      kept !== undefined &&
      (content
        ? isSameHome((await unpacked(kept, passphrase)).content, content) &&
          isDeepStrictEqual(await moreOf(kept, passphrase), more)
        : Buffer.from(file).equals(kept))
    if (!isGood) {
      await store.backups.remove(id)
      throw conflict('BACKUP_NOT_READ_BACK')
    }
    const backup = await this.find(id)
    news.tell(serialNumber, 'backup_created', { serialNumber, backup })
    return backup
  }

  async remove({ _id, serialNumber }: Backup): Promise<void> {
    if (await this.#parts.store.backups.remove(_id))
      this.#parts.news.tell(serialNumber, 'backup_deleted', { serialNumber, _id })
  }

  /** `name`: what its reader calls it, where the name that it has is a code. */
  async file({ _id, snapshotName, createdAt }: Backup, name = snapshotName): Promise<File> {
    const bytes = await this.#parts.store.backups.fileOf(_id)
    if (!bytes) throw notFound()
    const file = `${name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').trim()} ${createdAt.slice(0, 10)}.zip`
    return new File([new Uint8Array(bytes)], file, { type: 'application/zip' })
  }

  /** Takes in what was exported, here or elsewhere. */
  take(serialNumber: string, userId: string, file: File): Promise<Backup> {
    return this.#inTurn(serialNumber, async () => {
      if (!/\.zip$/i.test(file.name)) throw invalid('/file', undefined, 'BACKUP_NO_ZIP')
      if (file.size > backupFileSize.value) throw invalid('/file', undefined, 'BACKUP_TOO_LARGE')
      const gateway = await gatewayOf(this.#parts, serialNumber)
      assertSupported(gateway)
      await this.#assertPlace(serialNumber)
      const bytes = new Uint8Array(await file.arrayBuffer())
      const manifest = await manifestOf(bytes)
      const isEncrypted = manifest.content.encryption !== undefined
      // What is encrypted shows what is in it when it is restored.
      if (!isEncrypted) {
        await unpacked(bytes)
        await moreOf(bytes)
      }
      const name = cleanName(manifest.name).slice(0, 100) || cleanName(file.name).slice(0, 100) || 'unnamed'
      return this.#keep(
        { type: 'imported', status: 'uploaded', userId, createdAt: this.#parts.clock.now(), isEncrypted },
        { ...manifest, serialNumber, name },
        { file: bytes, has: manifest },
      )
    })
  }

  /** What restoring it would change now. */
  async preview(backup: Backup, look: Look): Promise<BackupPlan> {
    const present = await this.read(backup.serialNumber)
    return {
      ...planOf(present, await this.content(backup, look)),
      ...(await this.alongside.planOf(backup, look, present)),
    }
  }

  /** The home as it is, as the way back; only a few of these stay. */
  async beforeRestore(
    gateway: Gateway,
    about: Pick<Wish, 'userId' | 'snapshotName'>,
    present: HomeContent,
  ): Promise<Backup> {
    const { serialNumber } = gateway
    return this.#inTurn(serialNumber, async () => {
      const safety = await this.#write(gateway, { serialNumber, type: 'safety', ...about }, present)
      await this.#thin(serialNumber, 'safety', backupsOfSafety.value)
      return safety
    })
  }

  /** Keeps what a home is to become, listed nowhere; its id. */
  async keepTarget(
    gateway: Gateway,
    { userId, snapshotName }: Pick<Wish, 'userId' | 'snapshotName'>,
    target: HomeContent,
    more: More = {},
  ): Promise<string> {
    const { store, clock } = this.#parts
    const { serialNumber } = gateway
    const id = orderedId(clock.now())
    await store.backups.keep({
      ...{ id, serialNumber, userId, type: 'manual', status: 'target', snapshotName },
      ...{ createdAt: clock.now(), size: 0, devices: 0, rooms: 0, scenes: 0 },
      file: await packed(factsOf(gateway, snapshotName, target, clock.now()), target, undefined, more),
    })
    return id
  }

  /** Devices are told what they were set to; again it changes nothing more. How many values were not taken. */
  async set(
    serialNumber: string,
    settings: ReturnType<typeof changedSettings>,
    told: (percent: number) => void = () => undefined,
  ): Promise<number> {
    let left = 0
    let last = -1
    for (const [done, setting] of settings.entries()) {
      const percent = Math.round((100 * done) / settings.length)
      // A home of a thousand devices has thousands of values: each per cent is told once.
      if (percent !== last) told(percent)
      last = percent
      const { code } = await this.#parts.homes.order(
        serialNumber,
        SERVER,
        'set_service_property_value',
        setting,
      )
      if (code !== 0) left += 1
    }
    return left
  }

  /** Keeps what a gateway that takes the place of another one is to become, whatever becomes of the backup meanwhile. */
  async hold({ _id, snapshotName }: Backup, serialNumber: string): Promise<string> {
    const { store, clock } = this.#parts
    const file = await store.backups.fileOf(_id)
    if (!file) throw notFound()
    // What cannot be opened is found out now, while everything is as it was.
    await unpacked(file)
    const id = orderedId(clock.now())
    await store.backups.keep({
      ...{ id, serialNumber, type: 'manual', status: 'target', snapshotName, file },
      ...{ createdAt: clock.now(), size: file.length, devices: 0, rooms: 0, scenes: 0 },
    })
    return id
  }

  /** Makes the home what was held, as far as its devices are there; false when the gateway does not take it. Again it changes nothing more. */
  async bring(serialNumber: string, held: string, userId: string): Promise<boolean> {
    const [present, content] = [await this.read(serialNumber), await this.kept(held)]
    const wanted = planOf(present, content).items.filter(({ change }) => change !== 'removed')
    const target = targetOf(present, content, wanted)
    const { code } = await this.#parts.homes.order(serialNumber, SERVER, 'restore_backup', {
      ...{ content: withoutSettings(target), base: withoutSettings(present), user_id: userId },
    })
    if (code !== 0) return false
    await this.set(serialNumber, changedSettings(present.settings, target.settings))
    return true
  }

  release(held: string): Promise<boolean> {
    return this.#parts.store.backups.remove(held)
  }

  /** Backups by itself, or none any more; without `nights`, when and how many stays as it is. */
  async setAutomatic(
    serialNumber: string,
    isAutomaticallyBackup: boolean,
    nights?: BackupNights,
  ): Promise<void> {
    const { store, news } = this.#parts
    if (isAutomaticallyBackup) assertSupported(await gatewayOf(this.#parts, serialNumber))
    if (nights)
      await store.backups.setNights(serialNumber, { minute: minuteOf(nights.at), kept: nights.kept })
    await store.gateways.setState(serialNumber, { isAutomaticallyBackup })
    news.changed(serialNumber, 'gateway_changed')
  }

  async nights(serialNumber: string): Promise<BackupNights> {
    return nightsOf(await this.#parts.store.backups.nights(serialNumber))
  }

  /** One of the night; older ones make room for it, those that people made do not. */
  async ofNight(serialNumber: string, snapshotName: string, kept: number): Promise<void> {
    const all = await this.of(serialNumber)
    const room = backupPlaces.value - takenOf(all.filter(({ type }) => type !== 'automatic'))
    if (room < 1) throw conflict('BACKUP_AT_MAX_STORAGE')
    await this.save({ serialNumber, type: 'automatic', snapshotName })
    await this.#thin(serialNumber, 'automatic', Math.min(kept, room))
  }

  async #thin(serialNumber: string, type: Backup['type'], most: number): Promise<void> {
    const all = await this.of(serialNumber)
    for (const old of all.filter((one) => one.type === type).slice(most)) await this.remove(old)
  }

  /** The home as it is set up. Throws when it cannot be asked. */
  async read(serialNumber: string): Promise<HomeContent> {
    return (await this.#ask(serialNumber)).content
  }

  async #ask(serialNumber: string): Promise<{ content: HomeContent; radios: string[] }> {
    const { code, data } = await this.#parts.homes.order(serialNumber, SERVER, 'get_backup', {})
    if (code !== 0) throw conflict('GATEWAY_OFFLINE')
    const devices = await this.#parts.homes.snapshot(serialNumber)
    const { content, radios = [] } = data as { content: HomeContent; radios?: string[] }
    return { content: { ...content, ...(devices && { settings: settingsOf(devices) }) }, radios }
  }

  /** How the home was set up when it was last backed up in a way that anybody can read; undefined when it never was. */
  async lastKnown(serialNumber: string): Promise<{ content: HomeContent; asOf: number } | undefined> {
    const newest = (await this.of(serialNumber)).find(({ isEncrypted }) => !isEncrypted)
    return (
      newest && {
        content: await this.kept(newest._id),
        asOf: Date.parse(newest.madeAt ?? newest.createdAt),
      }
    )
  }

  async content({ _id }: Backup, { substitutes = {}, passphrase }: Look): Promise<HomeContent> {
    const kept = await this.kept(_id, passphrase)
    assertSubstitutes(kept, substitutes)
    return withSubstitutes(kept, substitutes)
  }

  async kept(id: string, passphrase?: string): Promise<HomeContent> {
    const file = await this.#parts.store.backups.fileOf(id)
    if (!file) throw notFound()
    return (await unpacked(file, passphrase)).content
  }

  /** Those made before another was restored take no place. */
  async #assertPlace(serialNumber: string): Promise<void> {
    if (takenOf(await this.of(serialNumber)) >= backupPlaces.value) throw conflict('BACKUP_AT_MAX_STORAGE')
  }

  #inTurn<T>(serialNumber: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#turns.get(serialNumber) ?? Promise.resolve()).then(work)
    const settled = done.then(
      () => undefined,
      () => undefined,
    )
    this.#turns.set(serialNumber, settled)
    void settled.then(() => {
      if (this.#turns.get(serialNumber) === settled) this.#turns.delete(serialNumber)
    })
    return done
  }
}

const standingOf = (backup: Backup, gateway: Gateway): NonNullable<Backup['standing']> => {
  if (isAhead(backup, gateway)) return 'ahead'
  return backup.isEncrypted ? 'locked' : 'readBack'
}

/** Of what devices are set to, the gateway keeps nothing itself. */
export const withoutSettings = ({ settings: _settings, ...content }: HomeContent): HomeContent => content

/** How many of the places of a home are taken. */
export const takenOf = (backups: readonly Backup[]): number =>
  backups.filter(({ type }) => type !== 'safety').length

const factsOf = (
  { serialNumber, model, currentFWVersion }: Gateway,
  snapshotName: string,
  content: HomeContent,
  at: number,
): Facts => ({
  ...{ serialNumber, model },
  name: cleanName(snapshotName).slice(0, 100) || 'Backup',
  madeAt: new Date(at).toISOString(),
  ...(currentFWVersion !== undefined && { firmware: currentFWVersion }),
  devices: content.devices.length,
  rooms: content.floors.reduce((sum, { rooms }) => sum + rooms.length, 0),
  scenes: content.rules.length,
})

/** Each takes the place of one device of the backup, and has no place of its own in it. */
function assertSubstitutes({ devices }: HomeContent, substitutes: Readonly<Record<string, string>>): void {
  const known = new Set(devices.map(({ device_id }) => device_id))
  const by = Object.values(substitutes)
  const fits = Object.keys(substitutes).every((gone) => known.has(gone)) && !by.some((one) => known.has(one))
  if (!fits || new Set(by).size < by.length) throw invalid('/substitutes')
}

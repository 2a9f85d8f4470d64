import driftRules from '#catalogue/rules/drift.json' with { type: 'json' }
import type { Clock } from '#gateway/core/ports.ts'
import { contentOf, type DriftKey, differencesOf } from '#gateway/lib/fleet/drift.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { DriftRules } from '#schemas/generated/definitions/rules-drift.ts'
import type { DriftAllowance } from '#schemas/generated/entities/drift-allowance.ts'
import type { DriftGateway } from '#schemas/generated/entities/drift-gateway.ts'
import type { DriftHouse } from '#schemas/generated/entities/drift-house.ts'
import type { DriftReturn } from '#schemas/generated/entities/drift-return.ts'
import type { DriftAspect, DriftThing } from '#schemas/generated/entities/drift-thing.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { GoldenBody } from '#schemas/generated/entities/golden-body.ts'
import type { GoldenHome } from '#schemas/generated/entities/golden-home.ts'
import type { GoldenModel as GoldenSource } from '#schemas/generated/entities/golden-source.ts'
import type { Backups } from '../gateways/backups/backups.ts'
import { adminNews } from '../jobs/admin-news.ts'
import type { JobEngine, Outcome } from '../jobs/job-engine.ts'
import type { JobNews } from '../jobs/job-news.ts'
import { countsOf, isOpen, isoOf } from '../jobs/job-status.ts'
import type { Broker, ChannelLog } from '../lib/channel/port.ts'
import { conflict, invalid, notFound } from '../lib/refusal.ts'
import { ConflictError, MissingReferenceError } from '../store/errors.ts'
import type { ComparedGateway, Where } from '../store/fleet/drift.ts'
import type { GoldenModel, KeptGoldenHome } from '../store/fleet/golden-homes.ts'
import type { Job, Task } from '../store/fleet/job-rows.ts'
import { orderedId } from '../store/ordered-id.ts'
import type { Store } from '../store/store.ts'
import { modelOfFile } from './file-model.ts'
import { hasOf, houseOf, type ReadingParts, readHome, readingOf } from './reading.ts'

interface Parts extends ReadingParts {
  store: Store
  backups: Pick<Backups, 'read' | 'lastKnown' | 'find' | 'kept'>
  engine: JobEngine
  broker: Pick<Broker, 'publishToAdmins'>
  clock: Clock
  log: ChannelLog
}

const rules = driftRules as DriftRules
const KIND = 'drift'
/** Gateways of a group that are compared; a bulk operation reaches no more either. */
const MOST_GATEWAYS = 10_000
const PAGE = 500
/** Of one bulk operation. */
const MOST_PARTS = 100
/** Things of an aspect that are told; whoever sees so many looks at one address. */
const THINGS = 200

/** Which homes are to be like it, and what it is called. */
type Named = Pick<GoldenBody, 'name' | 'groupId'>

/** What is brought: chosen things as JSON, one, all of an aspect, or all. */
interface Wanted {
  aspect?: string | undefined
  key?: string | undefined
  things?: string | undefined
}

interface FileOfModel {
  file: File
  passphrase?: string | undefined
}

interface Page {
  page: number
  limit: number
}

/** Homes that those of a group are to be like: who differs, in what, and how they become alike again (decision 0215). */
export class GoldenHomes {
  readonly #parts: Parts
  readonly #news: JobNews

  constructor(parts: Parts) {
    this.#parts = parts
    this.#news = adminNews(parts, async (_moment, { facts }) => this.#event(String(facts.golden)))
    parts.engine.register(KIND, {
      perform: (job, task) => this.#compare(job, task),
      changed: ({ id }) => this.#news.changed(id),
      taskChanged: ({ id }) => this.#news.changed(id),
      ended: (job) => void this.#ended(job),
    })
  }

  create(userId: string, { name, groupId, ...source }: GoldenBody): Promise<GoldenHome> {
    return this.#create(userId, { name, groupId }, () => this.#model(source))
  }

  /** The model is the home in a file. */
  createFromFile(userId: string, { file, passphrase, ...about }: Named & FileOfModel): Promise<GoldenHome> {
    return this.#create(userId, about, () => modelOfFile(this.#parts.store, file, passphrase))
  }

  async #create(
    userId: string,
    { name: given, groupId }: Named,
    read: () => Promise<GoldenModel>,
  ): Promise<GoldenHome> {
    const { goldenHomes, groups } = this.#parts.store
    const name = cleanName(given)
    if (name === '') throw invalid('/name')
    if (!(await groups.find(groupId))) throw invalid('/groupId')
    if ((await goldenHomes.list({ page: 1, limit: 1 })).count >= rules.most)
      throw conflict('GOLDEN_HOMES_FULL')
    const model = await read()
    const createdAt = this.#parts.clock.now()
    const id = orderedId(createdAt)
    try {
      await goldenHomes.create({ id, name, groupId, createdAt, ...model })
    } catch (error) {
      if (error instanceof ConflictError) throw conflict('GOLDEN_NAME_TAKEN')
      throw error instanceof MissingReferenceError ? invalid('/groupId') : error
    }
    return this.compare(userId, id)
  }

  async list({ page, limit }: Page): Promise<{ data: GoldenHome[]; count: number }> {
    const { data, count } = await this.#parts.store.goldenHomes.list({ page, limit })
    return { data: await Promise.all(data.map((one) => this.#shown(one))), count }
  }

  async read(id: string): Promise<GoldenHome> {
    return this.#shown(await this.#find(id))
  }

  /** Each gateway of the group is read and compared anew; while that goes on it is not begun twice. */
  async compare(userId: string, id: string, { nightly = false } = {}): Promise<GoldenHome> {
    const { store, engine, clock } = this.#parts
    const golden = await this.#find(id)
    if (await this.#open(golden)) return this.#shown(golden)
    const members = await this.#members(golden)
    const now = clock.now()
    const job = orderedId(now)
    await engine.begin(
      {
        ...{
          id: job,
          kind: KIND,
          title: golden.name,
          facts: { golden: id, ...(nightly && { nightly }) },
          begunBy: userId,
          createdAt: now,
        },
        plan: { concurrency: rules.atOnce, retries: 1, waveGap: 0 },
      },
      members.map((subject) => ({ id: orderedId(now), subject, wave: 0 })),
    )
    await store.goldenHomes.began(id, job)
    // What came of the one before stands at each gateway.
    if (golden.job !== undefined) await store.jobs.remove([golden.job])
    return this.#told(id)
  }

  /** Another home is the model, or the same one as it is now. */
  renew(userId: string, id: string, source: GoldenSource): Promise<GoldenHome> {
    return this.#renew(userId, id, () => this.#model(source))
  }

  renewFromFile(userId: string, id: string, { file, passphrase }: FileOfModel): Promise<GoldenHome> {
    return this.#renew(userId, id, () => modelOfFile(this.#parts.store, file, passphrase))
  }

  async #renew(userId: string, id: string, read: () => Promise<GoldenModel>): Promise<GoldenHome> {
    const golden = await this.#find(id)
    const model = await read()
    // What was compared with the old one says nothing any more.
    if (await this.#open(golden)) await this.#parts.engine.cancel(golden.job ?? '')
    if (!(await this.#parts.store.goldenHomes.renew(id, model))) throw notFound()
    return this.compare(userId, id)
  }

  async allow(id: string, { aspect, key, allowed }: DriftAllowance): Promise<GoldenHome> {
    const { goldenHomes, drift } = this.#parts.store
    for (;;) {
      const { allowances } = await this.#find(id)
      const others = allowances.filter((one) => one.aspect !== aspect || one.key !== key)
      const next = allowed ? [...others, { aspect, key }] : others
      if (next.length > THINGS) throw conflict('DRIFT_ALLOWANCES_FULL')
      // Of two at once the second begins anew with what the first has allowed.
      if (await goldenHomes.setAllowances(id, allowances, next)) break
    }
    await drift.allow(id, { aspect, key }, allowed)
    return this.#told(id)
  }

  /** What was: no gateway is touched. */
  async remove(id: string): Promise<KeptGoldenHome> {
    const { store, engine, broker } = this.#parts
    const golden = await this.#find(id)
    if (golden.job !== undefined) {
      await engine.cancel(golden.job)
      await store.jobs.remove([golden.job])
    }
    if (!(await store.goldenHomes.remove(id))) throw notFound()
    broker.publishToAdmins({ event: 'golden_home_deleted', data: { _id: id } })
    return golden
  }

  async houses(
    id: string,
    query: Page & { differing: boolean },
  ): Promise<{ data: DriftHouse[]; count: number }> {
    await this.#find(id)
    const { data, count } = await this.#parts.store.drift.houses(id, query)
    return { data: [...data], count }
  }

  async gateways(
    id: string,
    query: Page & Where & { state?: DriftGateway['state'] | undefined },
  ): Promise<{ data: DriftGateway[]; count: number }> {
    await this.#find(id)
    const { data, count } = await this.#parts.store.drift.gateways(id, query)
    return { data: data.map(gatewayOf), count }
  }

  async things(id: string, aspect: string, where: Where): Promise<DriftThing[]> {
    const golden = await this.#find(id)
    const of = aspectOf(aspect)
    const things = await this.#parts.store.drift.things(id, of, { ...where, limit: THINGS })
    return things.map(({ example, ...thing }) => ({
      ...{ ...thing, aspect: of },
      brings:
        !thing.allowed &&
        thing.how !== 'extra' &&
        contentOf(golden.reading, { things: [{ aspect: of, key: thing.key }], name: golden.name }) !==
          undefined,
      ...(example && { example: { ...example, rows: [...example.rows] } }),
    }))
  }

  /** What a bulk operation brings to which gateways, so that they are as the model again. Nothing is sent from here. */
  async bringing(id: string, { aspect, key, things, ...where }: Where & Wanted): Promise<DriftReturn> {
    const { reading, name } = await this.#find(id)
    const chosen =
      things !== undefined
        ? chosenOf(things)
        : aspect !== undefined && key !== undefined
          ? [{ aspect: aspectOf(aspect), key }]
          : await this.#brought(id, aspect, where)
    const wanted = chosen.filter((one) => contentOf(reading, { things: [one], name }) !== undefined)
    const content = contentOf(reading, { things: wanted, name })
    if (!content) throw conflict('DRIFT_NOT_BROUGHT')
    if (content.content_params.length > MOST_PARTS) throw conflict('DRIFT_TOO_MANY')
    const devices = await this.#parts.store.drift.differing(id, { ...where, things: wanted })
    if (devices.length === 0) throw conflict('DRIFT_NOBODY_DIFFERS')
    return { content, devices: devices.slice(0, MOST_GATEWAYS) }
  }

  /** All that can be brought, of an aspect or of each. */
  async #brought(id: string, aspect: string | undefined, where: Where): Promise<DriftKey[]> {
    const found = await Promise.all(
      (aspect === undefined ? rules.aspects.map((one) => one.id) : [aspect]).map((of) =>
        this.things(id, of, where),
      ),
    )
    return found.flat().flatMap((one) => (one.brings ? [{ aspect: one.aspect, key: one.key }] : []))
  }

  async #compare({ facts }: Job, { subject }: Task): Promise<Outcome> {
    const { store, clock } = this.#parts
    const id = String(facts.golden)
    const [golden, gateway] = await Promise.all([store.goldenHomes.find(id), store.gateways.find(subject)])
    if (!golden || !gateway) return { done: {} }
    // Nothing changes in a home that sleeps in this process: what was found there holds, and nobody wakes it for that.
    if (facts.nightly === true && this.#sleeps(gateway)) return { done: { asleep: true } }
    const [read, has, house] = await Promise.all([
      readHome(this.#parts, gateway),
      hasOf(this.#parts, subject),
      houseOf(this.#parts, subject),
    ])
    const differences = read ? differencesOf(golden.reading, read.reading, has) : []
    // Read anew: somebody may have allowed something meanwhile.
    const { allowances } = (await store.goldenHomes.find(id)) ?? golden
    const may = new Set(allowances.map(({ aspect, key }) => `${aspect}\n${key}`))
    try {
      await store.drift.put(id, {
        ...{ serialNumber: subject, ...house, at: clock.now() },
        ...{ source: read?.source ?? 'none', asOf: read?.asOf },
        differences: differences.map((one) => ({
          ...one,
          allowed: may.has(`${one.aspect}\n${one.key}`),
        })),
      })
    } catch (error) {
      // It, or what it was compared with, is gone.
      if (!(error instanceof MissingReferenceError)) throw error
    }
    return { done: {} }
  }

  #sleeps(gateway: Gateway): boolean {
    const { homes } = this.#parts
    return (
      homes.isInside(gateway) &&
      !homes.known().some(({ serialNumber }) => serialNumber === gateway.serialNumber)
    )
  }

  async #ended({ id, state, facts }: Job): Promise<void> {
    const { store, clock, log } = this.#parts
    try {
      if (state === 'done') await store.goldenHomes.compared(String(facts.golden), clock.now())
    } catch (error) {
      log.error({ error: String(error) }, 'That homes were compared was not kept')
    }
    this.#news.ended(id)
  }

  async #event(id: string) {
    return { event: 'golden_home_changed' as const, data: { goldenHome: await this.read(id) } }
  }

  async #told(id: string): Promise<GoldenHome> {
    const event = await this.#event(id)
    this.#parts.broker.publishToAdmins(event)
    return event.data.goldenHome
  }

  async #model({ serialNumber, backupId }: GoldenSource): Promise<GoldenModel> {
    const { store, backups } = this.#parts
    const gateway = await store.gateways.find(serialNumber)
    if (!gateway) throw invalid('/serialNumber')
    const about = { serialNumber, gatewayName: gateway.name }
    if (backupId === undefined) {
      const read = await readHome(this.#parts, gateway)
      // Of how it was once people choose the backup themselves.
      if (read?.source !== 'live') throw conflict('GOLDEN_MODEL_OFFLINE')
      return { ...about, ...read }
    }
    const backup = await backups.find(backupId)
    if (backup.serialNumber !== serialNumber) throw notFound()
    if (backup.isEncrypted) throw conflict('GOLDEN_BACKUP_ENCRYPTED')
    const reading = readingOf(gateway, await backups.kept(backupId))
    const { currentFWVersion: version } = backup
    return {
      ...{ ...about, source: 'backup', asOf: Date.parse(backup.madeAt ?? backup.createdAt) },
      reading: { ...reading, ...(version !== undefined && { version }) },
    }
  }

  /** All that are in its group now. */
  async #members({ groupId }: KeptGoldenHome): Promise<string[]> {
    const { groups } = this.#parts.store
    const all: string[] = []
    for (let page = 1; all.length < MOST_GATEWAYS; page += 1) {
      const { data } = await groups.members(groupId, { kind: 'gateway', page, limit: PAGE, order: 'name' })
      all.push(...data.map(({ id }) => id))
      if (data.length < PAGE) break
    }
    return all.slice(0, MOST_GATEWAYS)
  }

  async #find(id: string): Promise<KeptGoldenHome> {
    const golden = await this.#parts.store.goldenHomes.find(id)
    if (!golden) throw notFound()
    return golden
  }

  async #open({ job }: KeptGoldenHome): Promise<boolean> {
    const found = job === undefined ? undefined : await this.#parts.store.jobs.find(job)
    return found !== undefined && isOpen(found)
  }

  async #shown({ id, reading, allowances: _allowances, ...golden }: KeptGoldenHome): Promise<GoldenHome> {
    const { store } = this.#parts
    const [group, job, { oldest, ...figures }] = await Promise.all([
      store.groups.find(golden.groupId),
      golden.job === undefined ? undefined : store.jobs.find(golden.job),
      store.drift.figures(id, golden.serialNumber),
    ])
    const { gateways, same, differing } = figures
    const comparing = job !== undefined && isOpen(job)
    return {
      ...{ _id: id, name: golden.name, groupId: golden.groupId, groupName: group?.groupName ?? '' },
      ...{ serialNumber: golden.serialNumber, gatewayName: golden.gatewayName, model: reading.model },
      ...{ source: golden.source, asOf: isoOf(golden.asOf), createdAt: isoOf(golden.createdAt) },
      ...(golden.comparedAt !== undefined && { comparedAt: isoOf(golden.comparedAt) }),
      ...{ comparing, progress: comparing ? countsOf(job).progress : 100 },
      ...{ ...figures, unknown: Math.max(0, gateways - same - differing) },
      ...(oldest !== undefined && { oldestAt: isoOf(oldest) }),
    }
  }
}

function aspectOf(name: string): DriftAspect {
  const aspect = rules.aspects.find(({ id }) => id === name)
  if (!aspect) throw invalid('/query/aspect')
  return aspect.id
}

/** Pairs of aspect and key. */
function chosenOf(things: string): DriftKey[] {
  try {
    const pairs: unknown = JSON.parse(things)
    if (Array.isArray(pairs))
      return pairs.map((pair: unknown) => {
        const [aspect, key] = Array.isArray(pair) ? (pair as unknown[]) : []
        if (typeof key !== 'string') throw new SyntaxError('Not a pair')
        return { aspect: aspectOf(String(aspect)), key }
      })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw invalid('/query/things')
}

const gatewayOf = ({ at, asOf, differing, ...gateway }: ComparedGateway): DriftGateway => ({
  ...gateway,
  state: gateway.source === 'none' ? 'unknown' : differing > 0 ? 'differs' : 'same',
  ...(asOf !== undefined && { asOf: isoOf(asOf) }),
  comparedAt: isoOf(at),
})

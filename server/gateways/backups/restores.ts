import { standingIn, withChanges } from '#gateway/lib/backups/changes.ts'
import { isSameHome } from '#gateway/lib/backups/content.ts'
import { type Chosen, planOf, targetOf } from '#gateway/lib/backups/plan.ts'
import { changedSettings } from '#gateway/lib/backups/settings.ts'
import type { Backup } from '#schemas/generated/entities/backup.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { HomeChanges } from '#schemas/generated/entities/home-changes.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { RestoreProgress, RestoreStage } from '#schemas/generated/entities/restore-progress.ts'
import { SERVER } from '#server/homes/asker.ts'
import { conditionOf } from '#server/homes/conditions.ts'
import { conflict, invalid, Refusal } from '#server/lib/refusal.ts'
import type { Job, Jobs, Running } from '../jobs.ts'
import { gatewayOf, type NewsParts } from '../parts.ts'
import type { Look } from './alongside.ts'
import { isContent, type More } from './archive.ts'
import { type Backups, withoutSettings } from './backups.ts'
import { assertSupported, isAhead } from './supported.ts'

const KIND = 'restore'
const CHANGED = 'changed_meanwhile'

/** What the job of a restoration has to know; the target is the file of a backup that is listed nowhere. */
interface RestoreFacts extends Readonly<Record<string, unknown>> {
  target: string
  /** Id of the backup that leads back. */
  base: string
  snapshotName: string
  userId: string
  stage: RestoreStage
  /** What the home did comes back too, of a backup of this kind, with these substitutes. */
  history?: Pick<Backup, 'type'> & Pick<Look, 'substitutes'>
}

/** What it begins with. */
interface Beginning extends Pick<RestoreFacts, 'snapshotName' | 'userId' | 'history'> {
  present: HomeContent
  wanted: HomeContent
  more?: More
}

/** What a restoration is called that brings what was tried, and the backup of before with it: a code, `status.backupName` words it. */
const FROM_TWIN = 'from_twin'

function assertReady(gateway: Gateway, userId: string): void {
  const condition = conditionOf(gateway, userId)
  if (condition) throw conflict(condition.errorCode)
  assertSupported(gateway)
}

type Ended = Pick<RestoreProgress, 'errorCode'> & { status: Exclude<RestoreProgress['status'], 'inProgress'> }

/** Restorations of backups: begun, followed, called off while nothing is written, brought to their end all or nothing. */
export class Restores {
  readonly #parts: NewsParts
  readonly #backups: Backups

  constructor(parts: NewsParts, backups: Backups) {
    this.#parts = parts
    this.#backups = backups
  }

  /** Begins it: it goes on, or is over as if it had never begun, whatever happens to the server. */
  async begin(
    jobs: Jobs,
    backup: Backup,
    {
      userId,
      chosen,
      history,
      ...look
    }: Look & {
      userId: string
      chosen?: readonly Chosen[] | undefined
      history?: boolean | undefined
    },
  ): Promise<void> {
    const { serialNumber, snapshotName } = backup
    const gateway = await gatewayOf(this.#parts, serialNumber)
    assertReady(gateway, userId)
    if (isAhead(backup, gateway)) throw conflict('BACKUP_SOFTWARE_TOO_OLD')
    const content = await this.#backups.content(backup, look)
    const present = await this.#backups.read(serialNumber)
    const plan = planOf(present, content)
    const wanted = chosen ?? plan.items.filter(({ change }) => change !== 'removed')
    await this.#start(jobs, gateway, {
      ...{ userId, snapshotName, present, wanted: targetOf(present, content, wanted) },
      ...(history && {
        more: await this.#backups.alongside.historyOf(backup, look),
        history: { type: backup.type, ...(look.substitutes && { substitutes: look.substitutes }) },
      }),
    })
  }

  /** What somebody has tried in a twin, and nothing else of the home: refused where the home has changed in it meanwhile. */
  async bring(
    jobs: Jobs,
    gateway: Gateway,
    {
      userId,
      changes,
      despite,
    }: { userId: string; changes: HomeChanges['changes']; despite: readonly Chosen[] },
  ): Promise<void> {
    assertReady(gateway, userId)
    const present = await this.#backups.read(gateway.serialNumber)
    const isMeant = ({ kind, id }: Chosen): boolean =>
      despite.some((one) => one.kind === kind && one.id === id)
    if (changes.some((change) => standingIn(present, change) === 'conflict' && !isMeant(change)))
      throw conflict('HOME_CHANGED_MEANWHILE')
    if (changes.some((change) => standingIn(present, change) === 'byHand')) throw invalid('/changes')
    const wanted = targetOf(present, withChanges(present, changes), changes)
    // Each for itself is one that a home can have; all of them together need not be.
    if (!isContent(wanted)) throw invalid('/changes')
    await this.#start(jobs, gateway, { userId, snapshotName: FROM_TWIN, present, wanted })
  }

  /** Keeps what the home is to become, and the home as it is now, which is the first step and the way back. */
  async #start(
    jobs: Jobs,
    gateway: Gateway,
    { userId, snapshotName, present, wanted, more, history }: Beginning,
  ): Promise<void> {
    const { store } = this.#parts
    const { serialNumber } = gateway
    const safety = await this.#backups.beforeRestore(gateway, { userId, snapshotName }, present)
    const target = await this.#backups.keepTarget(gateway, { userId, snapshotName }, wanted, more)
    const begun: RestoreFacts = {
      ...{ target, base: safety._id, snapshotName, userId, stage: 'waiting' },
      ...(history && { history }),
    }
    try {
      await jobs.begin(serialNumber, KIND, begun)
    } catch (error) {
      await store.backups.remove(target)
      await this.#backups.remove(safety)
      throw error
    }
  }

  /** How far it is; undefined when none goes on. */
  async progress(
    serialNumber: string,
  ): Promise<Pick<RestoreProgress, 'snapshotName' | 'stage' | 'history'> | undefined> {
    const job = await this.#parts.store.gatewayJobs.find(serialNumber)
    if (job?.kind !== KIND) return undefined
    const { snapshotName, stage, history } = job.facts as RestoreFacts
    return { snapshotName, stage, ...(history && { history: true }) }
  }

  /** Calls it off, as long as nothing is written: RESTORE_WRITES from then on. */
  async cancel(serialNumber: string): Promise<string> {
    const { store, news } = this.#parts
    const job = await store.gatewayJobs.find(serialNumber)
    if (job?.kind !== KIND) throw new Refusal('missing', [{ errorCode: 'NO_RESTORE' }])
    const facts = job.facts as RestoreFacts
    // Whoever is faster: the job writes down that it writes before it does. Nothing has changed, so that nothing has to lead back.
    if (facts.stage !== 'waiting' || !(await store.gatewayJobs.callOff(job, [facts.target, facts.base])))
      throw conflict('RESTORE_WRITES')
    news.tell(serialNumber, 'backup_deleted', { serialNumber, _id: facts.base })
    this.#ended(serialNumber, facts, { status: 'canceled' })
    return facts.snapshotName
  }

  readonly restoring: Job = async ({ serialNumber, facts, pause, goOn }) => {
    const begun = facts as RestoreFacts
    const at = (stage: RestoreStage, progress?: number): void =>
      this.#tell(serialNumber, begun, {
        status: 'inProgress',
        stage,
        ...(progress !== undefined && { progress }),
      })
    const { gateways } = this.#parts.store
    await gateways.setState(serialNumber, { backupRestoreInProgress: true })
    if (begun.stage === 'waiting') {
      // Called off before the home was marked.
      if (!(await goOn(begun))) {
        await gateways.setState(serialNumber, { backupRestoreInProgress: false })
        return
      }
      at('waiting')
      await pause(this.#parts.pace.restore)
      // Called off meanwhile.
      if (!(await goOn({ ...begun, stage: 'writing' }))) return
    }
    await this.#over(serialNumber, begun, await this.#write({ serialNumber, goOn }, begun, at))
  }

  /** Again it changes nothing more. */
  async #write(
    { serialNumber, goOn }: Pick<Running, 'serialNumber' | 'goOn'>,
    begun: RestoreFacts,
    at: (stage: RestoreStage, progress?: number) => void,
  ): Promise<Ended> {
    const { homes } = this.#parts
    try {
      at('writing')
      const [wanted, before] = await Promise.all([
        this.#backups.kept(begun.target),
        this.#backups.kept(begun.base),
      ])
      const { code, message } = await homes.order(serialNumber, SERVER, 'restore_backup', {
        ...{ content: withoutSettings(wanted), base: withoutSettings(before), user_id: begun.userId },
      })
      if (code !== 0)
        return {
          status: 'backupFailed',
          errorCode: message === CHANGED ? 'HOME_CHANGED_MEANWHILE' : 'BACKUP_NOT_RESTORED',
        }
      await goOn({ ...begun, stage: 'settings' })
      const left = await this.#backups.set(
        serialNumber,
        changedSettings(before.settings, wanted.settings),
        (share) => at('settings', share),
      )
      if (begun.history) {
        await goOn({ ...begun, stage: 'history' })
        at('history')
        await this.#backups.alongside.bringHistory(
          serialNumber,
          begun.target,
          begun.history,
          await this.#backups.read(serialNumber),
        )
      }
      await goOn({ ...begun, stage: 'comparing' })
      at('comparing')
      const isAsWanted = await this.#isNow(serialNumber, wanted)
      return { status: left === 0 && isAsWanted ? 'restoreCompleted' : 'settingsLeft' }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: 'backupFailed', errorCode: 'BACKUP_NOT_RESTORED' }
    }
  }

  /** Whether the home is set up as it was to be; devices may take a while to report their settings, and said yes to them. */
  async #isNow(serialNumber: string, wanted: HomeContent): Promise<boolean> {
    try {
      return isSameHome(withoutSettings(await this.#backups.read(serialNumber)), withoutSettings(wanted))
    } catch (error) {
      // It has stored all of it, and cannot be asked just now.
      if (error instanceof Refusal) return false
      throw error
    }
  }

  async #over(serialNumber: string, facts: RestoreFacts, ended: Ended): Promise<void> {
    const { store } = this.#parts
    await store.gateways.setState(serialNumber, { backupRestoreInProgress: false })
    await store.backups.remove(facts.target)
    this.#ended(serialNumber, facts, ended)
  }

  #ended(serialNumber: string, facts: RestoreFacts, ended: Ended): void {
    this.#tell(serialNumber, facts, ended)
    this.#parts.news.changed(serialNumber, 'gateway_changed')
  }

  #tell(
    serialNumber: string,
    { snapshotName, history }: RestoreFacts,
    told: Omit<RestoreProgress, 'serialNumber' | 'snapshotName' | 'history'>,
  ): void {
    this.#parts.news.tell(serialNumber, 'backup_progress', {
      ...{ serialNumber, snapshotName, ...(history && { history: true }) },
      ...told,
    })
  }
}

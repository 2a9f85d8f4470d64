import { Suspense, useState } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import { isPause } from '#gateway/rules/pause.ts'
import { useText } from '#i18n/useText.ts'
import type { BuilderOffer } from '#schemas/generated/definitions/scene-builder.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'

import { ActionParts, type CopyTo } from '../ActionParts.tsx'
import { useEditor } from '../draft/editor.ts'
import { isEmptySet, putSet } from '../draft/rule-edit.ts'
import { putSetting } from '../draft/set-edit.ts'
import { Panel } from '../Panel.tsx'
import { offersOf, waysToTell } from '../tabs.ts'
import { AddDevice } from './AddDevice.tsx'
import styles from './forms.module.css'
import { Offers } from './Offers.tsx'

/** What is being put into the set: something that was offered, with what it is changed from. */
type Adding = { offer: BuilderOffer['value']; id?: string }

/** It comes when somebody is to be told. */
const NotificationForm = lazy(() => import('./messages/NotificationForm.tsx'))
const AddStatus = lazy(async () => ({ default: (await import('./AddStatus.tsx')).AddStatus }))
const AddScene = lazy(() => import('../then/AddScene.tsx'))
const AddTarget = lazy(() => import('../then/AddTarget.tsx'))
/** It comes with what a step does. */
const Turn = lazy(() => import('../then/Turn.tsx'))
const TryStep = lazyPart(() => import('../../TryStep.tsx'), ['sceneRuns', 'orders'])
/** It comes with its words when an address is to be called. */
const WebCallForm = lazyPart(() => import('../../calls/out/WebCallForm.tsx'), ['calls', 'orders'])
/** It comes when a value is to be that of another device. */
const CopyFrom = lazy(() => import('../then/CopyFrom.tsx'))

const NAME_LENGTH = 128

/** Tab 4: what happens at one time. It is part of the scene as soon as it does something. */
export function ActionForm() {
  const { t, say } = useText()
  const { situation } = useEngine()
  const { home } = usePorts()
  const { rule, change, place, go } = useEditor()
  const [adding, setAdding] = useState<Adding>()
  const [copying, setCopying] = useState<CopyTo>()
  const id = place.editing ?? ''
  const known = rule.scenes?.find((one) => one.id === id)
  const sets = (rule.scenes ?? []).filter((one) => !isPause(one))
  const set: ActionSet = known ?? { id, name: t('builder.action.name', { number: sets.length + 1 }) }
  const put = (next: ActionSet, as?: string): void => change(putSet(rule, next), as)
  const added = (next: ActionSet): void => {
    put(next)
    setAdding(undefined)
  }
  const stop = (): void => setAdding(undefined)

  if (copying)
    return (
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <CopyFrom
          device={copying.head.id}
          to={copying.offered}
          onChoose={(computed) => {
            const { service: service_name, property: property_name } = copying.offered
            put(putSetting(set, copying.head, { service_name, property_name, computed }))
            setCopying(undefined)
          }}
          onBack={() => setCopying(undefined)}
        />
      </Suspense>
    )
  if (adding?.offer === 'DEVICE')
    return <AddDevice set={set} onAdd={added} onBack={stop} heads={home.devices().heads} />
  if (adding?.offer === 'STATUS' || adding?.offer === 'SCENE' || adding?.offer === 'TARGET') {
    const Add = adding.offer === 'STATUS' ? AddStatus : adding.offer === 'SCENE' ? AddScene : AddTarget
    return (
      <Suspense>
        <Add set={set} onAdd={added} onBack={stop} />
      </Suspense>
    )
  }
  if (adding?.offer === 'NOTIFICATION')
    return (
      <Panel title={t('sceneForms.tell.title')} text={t('sceneForms.tell.text')} onBack={stop}>
        <Offers
          label={t('sceneForms.tell.title')}
          offers={waysToTell(situation)}
          onChoose={({ value }) => setAdding({ offer: value })}
        />
      </Panel>
    )
  if (adding?.offer === 'WEB_CALL')
    return (
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <WebCallForm set={set} editing={adding.id} onAdd={added} onBack={stop} />
      </Suspense>
    )
  if (adding)
    return (
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <NotificationForm set={set} way={adding.offer} editing={adding.id} onAdd={added} onBack={stop} />
      </Suspense>
    )
  return (
    <Panel
      title={t(known ? 'sceneForms.action.edit' : 'sceneForms.action.title')}
      text={t('sceneForms.action.text')}
    >
      {isEmptySet(set) ? (
        <EmptyState bare icon="plus" title={t('builder.action.empty')} />
      ) : (
        <>
          <SetName key={id} name={set.name} onChange={(name) => put({ ...set, name }, `name ${id}`)} />
          <ActionParts
            set={set}
            onChange={put}
            onEdit={(offer, of) => setAdding({ offer, id: of })}
            onCopy={setCopying}
          />
        </>
      )}
      <fieldset className={`${styles.ways} ${styles.part}`} aria-label={t('sceneForms.action.adds')}>
        <div className={styles.ways}>
          {offersOf('actionForm', situation).map(({ value, icon }) => (
            <Button key={value} icon={iconNamed(icon)} onClick={() => setAdding({ offer: value })}>
              {say(`sceneForms.adds.${value}`)}
            </Button>
          ))}
        </div>
      </fieldset>
      {known && !isEmptySet(known) && (
        <Suspense>
          <Turn set={known} />
        </Suspense>
      )}
      {known && !isEmptySet(known) && (
        <Suspense>
          <TryStep rule={rule.id} set={known} />
        </Suspense>
      )}
      {known && (
        <div className={styles.ways}>
          <Button look="main" onClick={() => go({ tab: 'actions' })}>
            {t('sceneForms.done')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** What the set is called. A name that is none, or that means a pause on the wire, is not taken over. */
function SetName({ name, onChange }: { name: string; onChange(name: string): void }) {
  const { t } = useText()
  const [typed, setTyped] = useState(name)
  const fault = cleanName(typed) === ''
  return (
    <TextField
      label={t('sceneForms.action.nameLabel')}
      value={fault ? typed : name}
      maxLength={NAME_LENGTH}
      autoComplete="off"
      error={fault ? t('sceneForms.faults.setName') : undefined}
      onChange={(next) => {
        setTyped(next)
        if (cleanName(next) !== '') onChange(next)
      }}
    />
  )
}

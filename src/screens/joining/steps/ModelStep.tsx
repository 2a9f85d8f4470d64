import { useState } from 'react'
import { useEngine } from '#engine/engine.ts'
import { useLoad } from '#engine/facts/use-load.ts'
import { failureText } from '#engine/failure-text.ts'
import { useWizard } from '#engine/screens/wizard/wizard.ts'
import { modelKey } from '#gateway/lib/models/text-keys.ts'
import { plainLetters } from '#gateway/lib/names/letters.ts'
import { useText } from '#i18n/useText.ts'
import type { InstallableModel } from '#schemas/generated/entities/installable-model.ts'
import { Button } from '#ui/Button.tsx'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import styles from './ModelStep.module.css'

/** Networks in which whatever asks may join, without anybody saying what it is. */
const OPEN: ReadonlySet<unknown> = new Set(['zigbee', 'zwave'])

const found = (
  models: readonly InstallableModel[],
  search: string,
  nameOf: (model: InstallableModel) => string,
) => {
  const wanted = plainLetters(search.trim())
  return models.filter((one) =>
    plainLetters(`${nameOf(one)} ${one.name} ${one.model} ${one.manufacturer ?? ''}`).includes(wanted),
  )
}

/** spec 2 §4: which device it is. Models that the catalogue hides from the wizard never come here. */
export function ModelStep() {
  const text = useText()
  const { t, say } = text
  const { form, goOn, back } = useWizard()
  const { situation } = useEngine()
  const [search, setSearch] = useState('')
  const [attempt, setAttempt] = useState(0)
  const { type } = form
  const loaded = useLoad(
    { operation: 'listInstallable', params: { sn: 'gateway.serialNumber', kind: 'form.type' } },
    `${String(type)} ${attempt}`,
    { form },
  )
  const nameOf = ({ model, name }: InstallableModel): string => say(modelKey(model), name)
  const anything = OPEN.has(type) || (type === 'remote' && situation.flags.has('DEVICE_NOT_IN_LIST'))

  const list = () => {
    if (loaded.state === 'failed')
      return (
        <ErrorState bare title={t('joining.models.failed')} onRetry={() => setAttempt(attempt + 1)}>
          {failureText(loaded.error, text)}
        </ErrorState>
      )
    if (loaded.state === 'waiting')
      return (
        <ul className={styles.models} aria-busy="true">
          {[0, 1, 2, 3, 4, 5].map((one) => (
            <li key={one}>
              <Skeleton height="56px" />
            </li>
          ))}
        </ul>
      )
    const { models } = loaded.value
    const shown = found(models, search, nameOf)
    if (shown.length === 0)
      return (
        <EmptyState bare icon="search" title={t('joining.models.none')}>
          {t(OPEN.has(type) ? 'joining.models.noneAnyText' : 'joining.models.noneText')}
        </EmptyState>
      )
    return (
      <ul className={styles.models} aria-label={t('joining.models.list')}>
        {shown.map((one) => (
          <li key={one.model}>
            <button
              type="button"
              className={styles.model}
              aria-current={one.model === form.model ? 'true' : undefined}
              onClick={() => goOn({ model: one.model, help: one.helpTextKey })}
            >
              <Badge icon={iconNamed(one.icon, 'device')} />
              <span className={styles.words}>
                <strong>{nameOf(one)}</strong>
                <span>{[one.manufacturer, one.model].filter(Boolean).join(' · ')}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    )
  }

  return (
    <div className={styles.step}>
      <SearchField label={t('joining.models.search')} value={search} onChange={setSearch} size="normal" />
      {anything && (
        <button
          type="button"
          className={styles.model}
          onClick={() => goOn({ model: undefined, help: undefined })}
        >
          <Badge icon="search" tone="primary" />
          <span className={styles.words}>
            <strong>{t('joining.models.any')}</strong>
            <span>{t(type === 'remote' ? 'joining.models.notListedText' : 'joining.models.anyText')}</span>
          </span>
        </button>
      )}
      {list()}
      {back && (
        <div className={styles.ways}>
          <Button onClick={back}>{t('engine.wizard.back')}</Button>
        </div>
      )}
    </div>
  )
}

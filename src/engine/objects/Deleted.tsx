import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows-key.ts'
import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'
import { Button } from '#ui/Button.tsx'
import { toasts } from '#ui/toasts.ts'
import { usePorts } from '../engine.ts'
import { useNow } from '../property/state/useNow.ts'
import { useQuery, useQueryClient } from '../rows.ts'
import styles from './objects.module.css'
import { usePeople } from './people.ts'
import { personWords } from './person-words.ts'
import { tell } from './tell.ts'
import { useHomeMoment } from './use-home-moment.ts'

interface Props {
  kind: ObjectVersion['kind']
  nameOf(version: ObjectVersion): string
}

/** What was deleted of a kind, below those that are there, for whoever misses one. */
export function Deleted({ kind, nameOf }: Props) {
  const text = useText()
  const { t } = text
  const moment = useHomeMoment()
  const now = useNow()
  const readers = { text, ...usePeople() }
  const { source } = usePorts()
  const client = useQueryClient()
  const gone = useQuery({
    queryKey: rowsKey('get_deleted_objects', { kind }),
    queryFn: () => source.ask('get_deleted_objects', { kind }),
  }).data?.objects
  if (!gone || gone.length === 0) return null

  async function restore(version: ObjectVersion): Promise<void> {
    const result = await source.order('restore_object', { kind, id: version.id, version: version.version })
    void client.invalidateQueries({ queryKey: ['rows'] })
    tell({ toast: (message) => toasts.show(message) }, result, t('objects.back', { name: nameOf(version) }))
  }

  return (
    <details className={styles.gone}>
      <summary>{t('objects.deleted', { count: gone.length })}</summary>
      <ul>
        {gone.map((version) => (
          <li key={version.id}>
            <span className={styles.words}>
              <strong>{nameOf(version)}</strong>
              <small>
                {moment(version.at, now)} · {personWords(version.user_id, readers)}
              </small>
            </span>
            <Button
              size="dense"
              icon="undo"
              aria-label={t('objects.restoreThis', { name: nameOf(version) })}
              onClick={() => void restore(version)}
            >
              {t('objects.restoreIt')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

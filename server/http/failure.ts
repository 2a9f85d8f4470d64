import { type Fault, Refusal, type RefusalKind } from '../lib/refusal.ts'

/** What a caller is told: a status and at least one code (decision 0002). */
export class Failure extends Error {
  readonly status: number
  readonly faults: readonly Fault[]
  /** Seconds after which a repetition makes sense. */
  readonly retryAfter: number | undefined

  constructor(status: number, faults: readonly Fault[], retryAfter?: number) {
    super(faults.map(({ errorCode }) => errorCode).join(', '))
    this.name = 'Failure'
    this.status = status
    this.faults = faults
    this.retryAfter = retryAfter
  }
}

const STATUS: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  unproved: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  throttled: 429,
}

/** What a caller is told of a refusal of the domain, or of what was refused here; undefined: it is neither. */
export function failureFrom(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (!(error instanceof Refusal)) return undefined
  return new Failure(STATUS[error.kind], error.faults, error.retryAfter)
}

/** The English sentence of each code that this server sends; translations stand in locales. */
export const sentences: Readonly<Record<string, string>> = {
  '705': 'Device already exists',
  '000017': 'This link is no longer valid. Request a new one.',
  ACCOUNT_DELETED: 'This account is being deleted.',
  ACCOUNT_DISABLED: 'This account is disabled. Ask whoever administers this server.',
  ACCOUNT_NOT_IN_USE: 'Nobody can sign in with this account at present.',
  ALREADY_ACTIVATED: 'This account is activated already.',
  ALREADY_INVITED: 'This person is invited already.',
  ALREADY_ASSIGNED: 'This gateway belongs to somebody already.',
  BRIDGE_NOT_SUPPORTED: 'Gateways of this model cannot be a bridge.',
  BUSY: 'The server is busy. Try again in a moment.',
  CATALOGUE_READ_ONLY: 'The catalogue of this server cannot be written.',
  CONFLICT: 'This was changed by somebody else at the same time. Reload and try again.',
  CONTACT_EMAIL_OFF: 'E-mail addresses cannot be added here.',
  CONTACT_IS_USERNAME: 'You sign in with this address: it stays.',
  CONTACT_KNOWN: 'You have this contact already.',
  CONTACT_NOT_VERIFIED: 'This contact has not been confirmed by its code yet.',
  CONTACT_VERIFIED: 'This contact is confirmed already.',
  CONTACTS_FULL: 'You have as many contacts as one person may.',
  CROSS_SITE: 'This call must come from the page of this server.',
  IDAM: 'Response from IDAM:',
  IDENTITY_LINKED: 'This identity opens an account already.',
  IDAM_SILENT: 'The identity provider did not answer as it should.',
  ERROR_CREATING_VIRTUAL_GATEWAY: 'The virtual gateway could not be created.',
  GATEWAY_BUSY: 'Something else happens to this gateway at present. Wait until it is done.',
  GATEWAY_OFFLINE: 'The gateway is offline.',
  GATEWAY_REFUSED: 'The gateway could not do it.',
  INVALID_MAIL_FORMAT: 'This is no e-mail address.',
  INVALID_PHONE: 'This is no telephone number.',
  INTERNAL: 'Something went wrong on the server.',
  LAST_ADMINISTRATOR: 'Somebody must remain who administers this server.',
  BACKUP_AT_MAX_STORAGE: 'All places for backups are taken. Delete one first.',
  BACKUP_DAMAGED: 'This backup is damaged: what it holds is not what was written.',
  BACKUP_FIRMWARE_TOO_OLD: 'The firmware of this gateway is too old for backups. Upgrade it first.',
  BACKUP_NOT_READ_BACK: 'The backup was written but could not be read back, so it was not kept. Try again.',
  BACKUP_NOT_RESTORED: 'The gateway did not take the backup. Nothing has changed.',
  BACKUP_NO_ZIP: 'Choose one file that ends in .zip.',
  BACKUP_PASSPHRASE_NEEDED: 'This backup is encrypted. Enter its passphrase.',
  BACKUP_PASSPHRASE_WRONG: 'This is not the passphrase of this backup.',
  BACKUP_TOO_LARGE: 'A backup may have 0.5 MB at most.',
  BACKUP_TOO_NEW: 'This backup was made by newer software. Update this server first.',
  BACKUP_UNREADABLE: 'This file is no backup of a home.',
  11000: 'Alarm with that name already exists.',
  ALARMS_FULL: 'There are as many alarms as this server keeps. Delete one first.',
  ALARM_ALREADY_REACTED: 'Somebody else has reacted already.',
  GROUPS_FULL: 'There are as many groups as this server keeps. Delete one first.',
  GROUP_NAME_TAKEN: 'Another group has this name already.',
  HOME_CHANGED_MEANWHILE:
    'Somebody has changed the home meanwhile. Nothing was restored; look at the preview again.',
  LICENCE_KEY_INVALID: 'This licence key is not valid for this gateway.',
  LINKED_ACCOUNTS_FULL: 'You have linked as many people as one person may.',
  LINKED_ACCOUNTS_OFF: 'Accounts cannot be linked here.',
  LINKED_ACCOUNT_VERIFIED: 'This has been confirmed already.',
  LINKED_ALREADY: 'This person is linked already.',
  LINKED_USER_NOT_FOUND_ERROR: 'Nobody has this account id. Ask the person for it again.',
  LOGIN_FAILED: 'User name or password is wrong.',
  NO_FIRMWARE_UPGRADE: 'There is no newer firmware for this gateway.',
  NOT_INVITED: 'This account waits for nobody who was invited.',
  NO_MAIL_ADDRESS: 'The user name of this account is no e-mail address.',
  NO_NETWORK_SNAPSHOT: 'There is no network snapshot caught yet!',
  NO_PIN: 'This gateway has no PIN.',
  MODEL_CHANGED: 'Somebody else has changed this model meanwhile.',
  MODEL_FAULTY: 'Something is wrong in this model.',
  MODEL_KNOWN: 'The catalogue has this model already.',
  MUST_BE_ACCEPTED: 'This must be accepted.',
  NOT_ACTIVATED: 'This account is not activated yet. Follow the link in the mail.',
  NOT_ALLOWED: 'You may not do this.',
  NOTHING_DESCRIBED: 'This describes no device.',
  NOT_FOUND: 'There is no such thing.',
  OWN_ACCOUNT: 'Somebody else does this to your own account.',
  OWN_SUBROLE: 'Nobody changes the own sub-role.',
  OTP_INVALID: 'This code is not valid (any more).',
  OTP_REQUIRED: 'A one-time code is needed for this.',
  OAUTH_CLIENT_UNKNOWN: 'This program is not registered here.',
  OAUTH_REQUEST_INVALID: 'This program asks in a way that is not registered here.',
  PASSWORD_AT_PROVIDER: 'This account signs in at an identity provider and has no password here.',
  PASSWORD_COMMON: 'This password is too common. Choose another one.',
  PASSWORD_CONFIRM_NO_MATCH: 'The two passwords are not the same.',
  PASSWORD_RULES: 'The password does not follow the rules.',
  PIN_LOCKED: 'The gateway is locked by its PIN. Wait until the time is over.',
  PRIVILEGED: 'Somebody else works on this gateway alone.',
  REPLACE_GTW_ERROR: 'The gateway could not be replaced.',
  SERIAL_NUMBER_TAKEN: 'This serial number is registered already.',
  PROFILE_EDIT_OFF: 'Profiles cannot be changed here.',
  RESTRICTED_MODE: 'The gateway is in restricted mode.',
  RES_COMMAND_LOCATION_INVALID: 'There is no address for this place.',
  REGISTRATION_OFF: 'Accounts cannot be registered here.',
  SESSION_ENDED: 'You are no longer signed in.',
  SSO_EXPIRED: 'This sign-in was begun too long ago or used already. Begin again.',
  SSO_NO_ACCOUNT: 'There is no account for this person here.',
  STORE_FULL: 'The disk of the server is full; nothing was saved.',
  SUBSCRIPTION_LOCKED: 'The subscription of this gateway is over.',
  TOO_LARGE: 'This is too large.',
  TOO_MANY_REQUESTS: 'Too many attempts. Wait a moment.',
  UDM_NOT_YOUR_DEVICE: 'This gateway belongs to somebody else.',
  UNSUPPORTED_MEDIA_TYPE: 'Send JSON.',
  VIRTUALGV_CREATION_SETTINGS: 'Virtual gateways are switched off.',
  VALIDATION: 'This value is not allowed.',
  DASHBOARD_CHANGED_MEANWHILE: 'The dashboard was changed elsewhere meanwhile. Please load it again.',
  TARIFFS_CHANGED_MEANWHILE: 'The tariffs were changed by somebody else meanwhile. Please load them again.',
  USERNAME_TAKEN: 'There is an account with this address already.',
  WRONG_PASSWORD: 'This is not the password of the account.',
  FACTOR_EXPIRED: 'This took too long or was used already. Begin again.',
  FACTOR_WRONG: 'This is not valid. Try again.',
  FACTOR_NEEDED: 'Your account must have a second factor. Add another one before you remove this one.',
  NO_FACTOR: 'This account has no second factor.',
  OWN_FACTORS: 'You change your own second factors in your settings.',
  PASSKEYS_OFF: 'There are no passkeys at this address.',
  PASSKEY_KNOWN: 'This passkey is registered already.',
  SECOND_FACTOR_NEEDED: 'Your account needs a second factor. Sign in again to set one up.',
  WRONG_PROOF: 'This is neither your password nor a valid code.',
  ERROR_WHILE_PAIRING_DEVICE: 'Error processing wise device pairing',
  REGISTER_DEVICE_REQUEST_FAIL: 'The device could not be registered.',
  BULK_INCLUSION_OFF: 'Many devices cannot be added at once here.',
  WRONG_PIN: 'The PIN is wrong.',
  insufficient_scope: 'This program may not do this.',
  invalid_client: 'The program is unknown or its secret is wrong.',
  invalid_grant: 'This code or token is not valid (any more).',
  invalid_request: 'Something is missing from the request.',
  invalid_token: 'This access token is not valid (any more).',
}

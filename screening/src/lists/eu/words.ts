import type { XmlFormat } from '../xml-records.ts'

const regulation = 'regulationType organisationType publicationDate entryIntoForceDate numberTitle programme logicalId'
const place = 'region place city zipCode countryIso2Code countryDescription regulationLanguage logicalId'

const attributes = (element: string, names: string): string[] => names.split(' ').map((name) => `${element}@${name}`)

export const euFormat: XmlFormat = {
  title: 'the EU list in format 1.1',
  root: 'export',
  namespaces: ['http://eu.europa.ec/fpi/fsd/export'],
  containers: [],
  records: ['sanctionEntity'],
  expected: [
    ...'sanctionEntity subjectType nameAlias regulation birthdate citizenship address identification remark'.split(' '),
    ...attributes('sanctionEntity', 'euReferenceNumber logicalId'),
    ...attributes('subjectType', 'code'),
    ...attributes('nameAlias', 'wholeName firstName lastName strong'),
    ...attributes('regulation', 'programme publicationDate'),
    ...attributes('birthdate', 'birthdate year circa countryIso2Code'),
    ...attributes('citizenship', 'countryIso2Code countryDescription'),
    ...attributes('address', 'city street countryIso2Code countryDescription'),
    ...attributes('identification', 'number identificationTypeCode countryIso2Code'),
  ],
  optional: [
    ...'publicationUrl regulationSummary contactInfo'.split(' '),
    ...attributes('export', 'generationDate globalFileId'),
    ...attributes('sanctionEntity', 'designationDate designationDetails unitedNationId'),
    ...attributes('subjectType', 'classificationCode'),
    ...attributes('nameAlias', 'middleName function gender title nameLanguage regulationLanguage logicalId'),
    ...attributes('regulation', regulation),
    ...attributes('regulationSummary', `${regulation} publicationUrl`),
    ...attributes('birthdate', `${place} dayOfMonth monthOfYear calendarType yearRangeFrom yearRangeTo`),
    ...attributes('citizenship', place),
    ...attributes('address', `${place} poBox asAtListingTime`),
    ...attributes('contactInfo', 'key value'),
    ...attributes(
      'identification',
      `${place} latinNumber diplomatic knownExpired knownFalse reportedLost revokedByIssuer`,
    ),
    ...attributes(
      'identification',
      'issuedBy issueDate nameOnDocument identificationTypeDescription validFrom validTo',
    ),
  ],
}

import { describe, expect, test } from 'vitest'
import { compareNames, type Kind } from './compare-names.ts'

const score = (kind: Kind, one: string, other: string): number => compareNames(kind, one, other).score
const isHit = (kind: Kind, one: string, other: string): boolean => compareNames(kind, one, other).hit

describe('a person is found', () => {
  test.each([
    ['in Cyrillic', 'Щербаков Юрий Михайлович', 'Yuri Shcherbakov'],
    ['in Arabic', 'حسن نصر الله', 'Hassan Nasrallah'],
    ['in Greek', 'Κωνσταντίνος Μητσοτάκης', 'Konstantinos Mitsotakis'],
    ['in Hebrew', 'יצחק רבין', 'Yitzhak Rabin'],
    ['in Chinese, by Wade and Giles', '毛泽东', 'Mao Tse-tung'],
    ['in Chinese, in Cantonese', '張國榮', 'Cheung Kwok Wing'],
    ['in Japanese', '鈴木一郎', 'Ichiro Suzuki'],
    ['in kana', 'マイケル・ジョンソン', 'Michael Johnson'],
    ['in Korean', '박근혜', 'Park Geun-hye'],
    ['with the surname first', 'SMITH, John', 'John Smith'],
    ['with an initial', 'J. Assange', 'Julian Assange'],
    ['by a short form', 'Bill Gates', 'William Gates'],
    ['with a title', 'Dr. Hans Müller', 'Hans Mueller'],
    ['without the second surname', 'Gabriel García Márquez', 'Gabriel Garcia'],
    ['with the surname of a woman', 'Anna Petrov', 'Anna Petrova'],
    ['by sound', 'Jon Meyer', 'John Maier'],
    ['with a typing error', 'Christohper Wasserman', 'Christopher Wasserman'],
  ])('%s: %s, %s', (_how, one, other) => expect(isHit('person', one, other)).toBe(true))
})

describe('another person is not', () => {
  test.each([
    ['brothers', 'Raul Castro', 'Fidel Castro'],
    ['father and son', 'Muhammad bin Ali', 'Ali bin Muhammad'],
    ['junior and senior', 'Robert Downey Jr.', 'Robert Downey Sr.'],
    ['another patronymic', 'Иван Сергеевич Тургенев', 'Иван Алексеевич Тургенев'],
    ['another middle initial', 'John A. Whitfield', 'John B. Whitfield'],
    ['one letter of a short name', 'Ali Reza', 'Alia Reza'],
    ['a name of the other gender', 'Mario Rossi', 'Maria Rossi'],
    ['another syllable', 'Wang Xiaoming', 'Wang Xiaoning'],
    ['a given name alone', 'Mohammed', 'Mohammed Al-Fayed'],
    ['the same given name alone', 'Carlos', 'Carlos'],
    ['a title alone', 'Dr.', 'Dr. No'],
    ['signs alone', '---', 'John Smith'],
  ])('%s: %s, %s', (_how, one, other) => expect(isHit('person', one, other)).toBe(false))
})

describe('a company is found', () => {
  test.each([
    ['with the legal form in full', 'Siemens AG', 'Siemens Aktiengesellschaft'],
    ['with another legal form', 'Orbis Trade GmbH', 'Orbis Trade Ltd'],
    ['in Russian', 'ПАО Сбербанк', 'Sberbank PJSC'],
    ['in Chinese', '大连海运有限公司', 'Dalian Shipping Co Ltd'],
    ['in Japanese', 'トヨタ自動車株式会社', 'Toyota Motor Corporation'],
    ['in Korean', '삼성전자 주식회사', 'Samsung Electronics Co., Ltd.'],
    ['in Arabic', 'شركة الخليج للتجارة', 'Gulf Trading Company'],
    ['translated', 'Banque Centrale de Syrie', 'Central Bank of Syria'],
    ['by its first letters', 'BNP', 'Banque Nationale de Paris'],
    ['abbreviated', 'Delta Mfg. Co.', 'Delta Manufacturing Company'],
    ['without spaces', 'Deutsche Bank', 'Deutschebank'],
    ['with a Roman number', 'Alpine Fund II LP', 'Alpine Fund 2 LP'],
    ['misspelled', 'Zarkovija Sanctionned Trading Ltd', 'Zarkovia Sanctioned Trading LLC'],
  ])('%s: %s, %s', (_how, one, other) => expect(isHit('company', one, other)).toBe(true))
})

describe('another company is not', () => {
  test.each([
    ['digits', 'Unit 61398', 'Unit 61389'],
    ['Roman numbers', 'Fund II', 'Fund III'],
    ['a letter', 'Bank A', 'Bank B'],
    ['another place', 'Bank of China', 'Bank of India'],
    ['another trade', 'Alfa Bank', 'Alfa Insurance'],
    ['another word of its own', 'Zurich Trading AG', 'Zarkovia Sanctioned Trading LLC'],
    ['a legal form alone', 'GmbH', 'Alpha GmbH'],
    ['two legal forms', 'ООО', 'Общество с ограниченной ответственностью'],
    ['a legal form in characters', '有限公司', '上海有限公司'],
  ])('%s: %s, %s', (_how, one, other) => expect(isHit('company', one, other)).toBe(false))
})

test('closer names score higher, and only equal ones score 1', () => {
  const scores = ['Viktor Orban', 'Viktor Orbán', 'Victor Orban', 'Victor Orbann', 'V. Orban', 'Peter Orban'].map(
    (name) => score('person', 'Viktor Orban', name),
  )
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(scores[0]).toBe(1)
  expect(new Set(scores).size).toBe(scores.length)
})

test('a score does not depend on the order of the two names', () => {
  for (const [one, other] of [
    ['Bill Gates', 'William H. Gates'],
    ['حسن نصر الله', 'Hassan Nasrallah'],
    ['Wang Wei', '王伟'],
  ]) {
    expect(score('person', one!, other!)).toBe(score('person', other!, one!))
  }
})

test('the explanation names each part', () => {
  expect(compareNames('person', 'J. Assange', 'Julian Assange').why).toEqual([
    'assange: equal',
    'j and julian: an initial (0.82)',
  ])
})

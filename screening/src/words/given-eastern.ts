/** Given names of Eastern Europe, the Caucasus and Central Asia; the form of a line is in given-western.ts. */
export const givenEastern = `
vladimir wladimir volodymyr uladzimir vladimír wlodzimierz wladimiro ~volodya ~vova ~vladik ~vlad ~vovka ~wolodja ウラジーミル 弗拉基米尔 فلاديمير
vladislav wladyslaw vladyslav wladislaw uladzislau ladislav ~vlad ~vladik ~slava ~vladko
aleksei alexei alexey alexej aleksey aleksej oleksiy oleksii oleksij alexis aleksi alexios alexius alessio alejo alexej aliaksei aleksy ~alyosha ~lyosha ~lesha ~alesha ~ljoscha ~lyokha アレクセイ 阿列克谢
anatoly anatolii
arkady arkadi arkadiy arkadij arkadii arkadiusz ~arkasha ~arek
arseny arseni arseniy arsen arsenii arsenio
artem artyom artiom artemy artemiy artemios artjom artemii ~tyoma ~tema
bogomil bogumil ~bogo
bronislav bronislaw ~bronek
dobromir
dusan dushan dušan
dragan
dragoslav ~drago
gennady gennadi gennadiy gennadij hennadiy hennadii gennadii gennadios ~gena ~gesha
gleb hlib hleb
german herman
innokenty innokenti innokentiy innocent innocenzo ~kesha
iosif josif
kuzma kozma
lavr
makar makary makarios
matvei matvey
mstislav ~slava
miroslava miroslawa ~mira
nikita mykyta mikita niketas ニキータ
nikifor nikephoros
oleg oleh aleh ~olezhka オレグ 奥列格
platon plato
prokhor prokhorus
rostislav rostyslav rastislav roscislaw ~slava ~rostik
ruslan ruslán
rustam rustem roustam roustem rostam rüstem ~rustik
ramzan ramadan ramazan ramadhan ramzon رمضان
ramil
rashit
renat rinat
radoslav radoslaw ~radek ~rado
savely saveliy savva sava
svyatoslav sviatoslav svjatoslav ~slava
sava
spartak
taras
tikhon tychon
timofei timofey
trofim trophimus
tsvetan cvetan
tsvetana
vadim vadym wadim ~vadik
valentin
vsevolod wsewolod ~seva
veniamin
vitold witold vytautas ~witek
yaroslav jaroslav jaroslaw iaroslav yaroslaw ~slava ~yarik ~jarek
yefim efim yukhym ~fima
yegor egor jegor ehor yehor ~yegorka ~zhora
yemelyan emelian emilian ~yemelya
zakhar
zinaida zinaïda ~zina
alla
alevtina
anfisa
angelina
antonina
anastasia anastasiya nastasia anastasija anastasiia anastazja anasztazia ~nastya ~asya ~stasia ~nastja ~stasya ~natasa アナスタシア
bogdana bohdana
darya daria darja daryna dariia ~dasha ~dascha
ekaterina
elvira elwira
inna
inessa
kira
klavdia klavdiya ~klava
lyubov liubov ljubov lubov ~lyuba ~luba ~ljuba
lilia
maya maja
nelli nelly
nonna
raisa raissa raysa ~raya
regina
rimma
roza
snezhana snežana snezana
sofya
taisia taisiya ~taya
tamara
ulyana uliana
vasilisa
viktoria
yevgenia
zhanna jeanna
zlata
zoya
yuliana
bozena božena
danuta
dorota
ewa
grazyna grażyna
halina
jadwiga
jolanta
krystyna
lucyna
marzena
miroslawa
slawomir slavomir ~slawek
boguslaw bohuslav ~bogus
czeslaw cheslav ~czesiek
dariusz
grzegorz
jacek hyacinth jacinto
janusz
jerzy
krzysztof
leszek lech
mariusz
mieczyslaw ~mietek
miroslaw
przemyslaw premysl ~przemek
radoslaw
ryszard
slawa
tadeusz
wieslaw ~wiesiek
wlodzimierz ~wlodek
zbigniew zbyněk zbignev zbignew ~zbyszek ~zbyszko
zdzislaw zdislav
zenon
zygmunt
bozidar božidar
branislav ~brano ~bane
branko
dejan
dragomir
dragutin
goran
jasna
jovan
ljubica ljuba
ljubomir lubomir lyubomir lubomír ~lubo ~ljuba
marko
mladen
momcilo momčilo
nebojsa nebojša
nemanja
nenad
novak
ognjen
petar
predrag ~pedja
rade
radovan
ratko
sasa saša
sinisa siniša
slavko
slobodan ~boba ~sloba
snjezana
srdjan srđan srdan
stanko
stevan
svetozar ~sveta
tihomir
tomislav ~tomo
uros uroš
vesna
vlado
vojislav ~voja
vuk
zdravko
zelimir
zeljko željko
zivko živko
zoran
zorica
zvonimir ~zvonko
asen
boyko
dimitar
emil
georgi
ivaylo
kaloyan
krasimir
lyudmil
mitko
ognyan
plamen
rumen
simeon
stoyan stojan
todor
vasil
velichko
yordan jordan iordan giordano ~dancho
zhivko
radu
mircea
mihai
bogdan
calin călin
ciprian
cosmin
cristian
dragos dragoș
florin
gheorghe ~ghita ~gica
horia
iulian
laurentiu laurențiu
liviu
marius
nicolae
octavian
ovidiu
razvan răzvan
sorin
stefan
tudor
valentin
vasile
viorel
virgil
vlad
anca
corina
ileana
ioana
mihaela
roxana
simona
andrius
arvydas
algirdas
darius
gediminas
gintaras
jonas
kestutis
linas
mindaugas
rimantas
saulius
tomas
vytautas
ona
rasa
rita
ruta
andris
aivars
dainis
guntis
imants
janis jānis
juris
maris māris
valdis
ansis
ilze
inese
lelde
aivar
ants
arvo
ivo
jaan
kaarel
lembit
mart
priit
rein
taavi
tiit
toomas
urmas
giorgi
irakli heraklius iraklis
levan
nika
nino
nugzar
otar
shota
tamaz
tengiz
vakhtang
zaza
zurab
zviad
aram
armen
arsen
artak
ashot
garik
gagik
hakob
hovik
karen
levon
mher
narek
serzh sarkis
tigran dikran tigrane
vahan
vardan vartan
vazgen
anahit
araz
azer
elchin
elman
emin أمين
farid
heydar haydar haidar heidar hayder haider gaidar حيدر حیدر
ilham
mammad
natiq
orkhan orhan
rasim
rovshan rowshan
samad
shahin şahin شاهین
tofig tofik tawfiq tawfik taufik tevfik tewfik توفيق
vagif
yagub
zahid
zaur
aibek aybek
aidar aydar
alisher
aman
askar asqar asghar اصغر
azamat
bakhtiyar bakhtiar bahtiyar bakhtiyor بختیار
bolat bulat
daniyar
dauren
dilshod
dinara
ermek
erlan yerlan
gulnara gulnora gülnara ~gulya
islam islom
jakhongir jahangir cihangir jehangir جهانگیر
kairat qairat
kanat
marat
murat murad mourad murod morad مراد
nurlan
nursultan
otabek
rustam
sanjar
sherzod
shukhrat
shavkat shawkat shevket şevket شوكت
tolegen
ulugbek
zamira
zarina
magomed mahomed magomet
gadzhi
`

<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="walker" tilewidth="16" tileheight="16" tilecount="7" columns="7">
 <tile id="0" type="block"/>
 <tile id="1" type="slope">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="2" type="gentle slope, its lower half">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="3" type="gentle slope, its upper half">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 0,-8 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="4" type="platform">
  <properties>
   <property name="one_way" type="bool" value="true"/>
  </properties>
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="5" type="stairs">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 0,-4 4,-4 4,-8 8,-8 8,-12 12,-12 12,-16 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="6" type="stump">
  <objectgroup draworder="index" id="2">
   <object id="1" x="2" y="6" width="12" height="10"/>
  </objectgroup>
 </tile>
</tileset>
